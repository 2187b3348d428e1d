/** The words around an article of the manual, by language. Each language has every page. */
export const manualTexts = {
  en: {
    name: 'English',
    start: '/help',
    manual: 'Manual',
    contents: 'Contents',
    skip: 'Skip to the text',
    openApp: 'Open Readback',
    search: 'Search the manual',
    submit: 'Search',
    results: (n: number, q: string) => (n === 0 ? `Nothing found for “${q}”` : `Results for “${q}”`),
    hint: 'Enter one or more words. A section is found when it contains all of them.',
    missing: 'This page of the manual doesn’t exist.',
    backToStart: 'Back to the start of the manual',
    previous: 'Previous',
    next: 'Next',
    neighbors: 'Previous and next page',
  },
  de: {
    name: 'Deutsch',
    start: '/help/de',
    manual: 'Handbuch',
    contents: 'Inhalt',
    skip: 'Zum Text springen',
    openApp: 'Readback öffnen',
    search: 'Handbuch durchsuchen',
    submit: 'Suchen',
    results: (n: number, q: string) => (n === 0 ? `Nichts gefunden für „${q}“` : `Treffer für „${q}“`),
    hint: 'Geben Sie ein oder mehrere Wörter ein. Gefunden werden Abschnitte, die alle enthalten.',
    missing: 'Diese Seite des Handbuchs existiert nicht.',
    backToStart: 'Zum Anfang des Handbuchs',
    previous: 'Zurück',
    next: 'Weiter',
    neighbors: 'Vorherige und nächste Seite',
  },
} as const

export type ManualLanguage = keyof typeof manualTexts
export const manualLanguages = Object.keys(manualTexts) as ManualLanguage[]
