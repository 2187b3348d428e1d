/** The texts of exported chats, in each language of the screens. */
import type { Difference, Role } from '#shared/chat/chats.ts'
import type { StateCount } from '#shared/chat/count-states.ts'

export type ExportTexts = {
  /** BCP 47. */
  language: string
  speakers: Readonly<Record<Role, string>>
  pages: string
  noPages: string
  closestPassages: string
  withoutSource: string
  stopped: string
  truncated: string
  exportedOn(day: string): string
  /** At the start of a line, and after a comma. */
  crawledOn(day: string): string
  crawledOnInside(day: string): string
  notFoundOn(day: string): string
  count(count: StateCount): string
  quotation(words: string): string
  quoted: string
  paraphrased: string
  notFound: string
  differs(differences: readonly Difference[]): string
  pageGone(day: string): string
  sentenceGone(day: string): string
}

const en: ExportTexts = {
  language: 'en',
  speakers: { user: 'You', assistant: 'AI Assistant' },
  pages: 'Pages',
  noPages: 'No pages.',
  closestPassages: 'Closest passages',
  withoutSource: 'Without a source',
  stopped: 'stopped',
  truncated: 'The answer was cut at the length limit. Ask for the rest.',
  exportedOn: (day) => `Exported on ${day}`,
  crawledOn: (day) => `Crawled on ${day}`,
  crawledOnInside: (day) => `crawled on ${day}`,
  notFoundOn: (day) => `not found on ${day}`,
  count({ state, n }) {
    if (state === 'differs') return n === 1 ? '1 differs from its source' : `${n} differ from their source`
    return `${n} ${{ quoted: 'quoted', paraphrased: 'paraphrased', 'not-found': 'not found', uncited: 'without a source' }[state]}`
  },
  quotation: (words) => `“${words}”`,
  quoted: 'Quoted:',
  paraphrased: 'Paraphrased. The source words:',
  notFound: 'Not found: no sentence on the selected pages supports this.',
  differs(differences) {
    const said = (words: string) => (words === '' ? 'nothing' : en.quotation(words))
    const pairs = differences.map(({ claim, source }) => `the answer says ${said(claim)}, the page ${said(source)}`)
    return `Differs from its source${inBrackets(pairs)}. The source words:`
  },
  pageGone: (day) => `The page no longer existed on ${day}.`,
  sentenceGone: (day) => `The sentence was no longer on the page on ${day}.`,
}

const de: ExportTexts = {
  language: 'de',
  speakers: { user: 'Sie', assistant: 'KI-Assistent' },
  pages: 'Seiten',
  noPages: 'Keine Seiten.',
  closestPassages: 'Ähnlichste Textstellen',
  withoutSource: 'Ohne Quelle',
  stopped: 'gestoppt',
  truncated: 'Die Antwort hat die maximale Länge erreicht und bricht hier ab. Fragen Sie nach dem Rest.',
  exportedOn: (day) => `Exportiert am ${day}`,
  crawledOn: (day) => `Gecrawlt am ${day}`,
  crawledOnInside: (day) => `gecrawlt am ${day}`,
  notFoundOn: (day) => `am ${day} nicht gefunden`,
  count({ state, n }) {
    if (state === 'differs') return n === 1 ? '1 weicht von der Quelle ab' : `${n} weichen von der Quelle ab`
    return `${n} ${{ quoted: 'zitiert', paraphrased: 'umschrieben', 'not-found': 'nicht gefunden', uncited: 'ohne Quelle' }[state]}`
  },
  quotation: (words) => `„${words}“`,
  quoted: 'Zitiert:',
  paraphrased: 'Umschrieben. Wortlaut der Quelle:',
  notFound: 'Nicht gefunden: Kein Satz auf den ausgewählten Seiten belegt das.',
  differs(differences) {
    const said = (words: string) => (words === '' ? 'nichts' : de.quotation(words))
    const pairs = differences.map(({ claim, source }) => `die Antwort sagt ${said(claim)}, die Seite ${said(source)}`)
    return `Weicht von der Quelle ab${inBrackets(pairs)}. Wortlaut der Quelle:`
  },
  pageGone: (day) => `Die Seite gab es am ${day} nicht mehr.`,
  sentenceGone: (day) => `Der Satz stand am ${day} nicht mehr auf der Seite.`,
}

const inBrackets = (parts: readonly string[]) => (parts.length > 0 ? ` (${parts.join('; ')})` : '')

/** English for a language without texts. */
export const exportTextsIn = (language: string): ExportTexts => (language === 'de' ? de : en)
