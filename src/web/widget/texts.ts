/** The widget's texts. It cannot use messages/, which would be larger than the widget itself. */
import type { ClaimState } from '#shared/chat/chats.ts'

const en = {
  open: 'Ask a question',
  close: 'Close',
  question: 'Your question',
  send: 'Ask',
  thinking: 'Reading the pages…',
  sources: 'Sources',
  you: 'You asked',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  thanks: 'Thank you',
  contact: 'Ask a person instead',
  pages: 'Pages',
  searchPages: 'Search pages',
  noPages: 'No page has these words.',
  morePages: 'Show more pages',
  poweredBy: 'Powered by Readback',
  newTab: '(opens in a new tab)',
  notAnswered: 'The pages don’t answer this.',
  closest: 'These are the closest passages. They may not answer this.',
  failed: 'The answer couldn’t be loaded. Please try again.',
  gone: 'This assistant is not available.',
  privacy: 'Questions are stored without your name or address.',
  states: {
    quoted: 'quoted from this page',
    paraphrased: 'paraphrased from this page',
    differs: 'differs from this page',
    'not-found': 'not found on the pages',
  } satisfies Record<ClaimState, string>,
}

const de: typeof en = {
  open: 'Frage stellen',
  close: 'Schließen',
  question: 'Ihre Frage',
  send: 'Fragen',
  thinking: 'Die Seiten werden gelesen …',
  sources: 'Quellen',
  you: 'Ihre Frage',
  helpful: 'Hilfreich',
  unhelpful: 'Nicht hilfreich',
  thanks: 'Danke',
  contact: 'Stattdessen einen Menschen fragen',
  pages: 'Seiten',
  searchPages: 'Seiten durchsuchen',
  noPages: 'Keine Seite enthält diese Wörter.',
  morePages: 'Weitere Seiten anzeigen',
  poweredBy: 'Bereitgestellt mit Readback',
  newTab: '(öffnet einen neuen Tab)',
  notAnswered: 'Die Seiten beantworten das nicht.',
  closest: 'Das sind die nächstliegenden Textstellen. Vielleicht beantworten sie die Frage nicht.',
  failed: 'Die Antwort konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  gone: 'Dieser Assistent ist nicht verfügbar.',
  privacy: 'Fragen werden ohne Ihren Namen und Ihre Adresse gespeichert.',
  states: {
    quoted: 'von dieser Seite zitiert',
    paraphrased: 'nach dieser Seite umschrieben',
    differs: 'weicht von dieser Seite ab',
    'not-found': 'auf den Seiten nicht gefunden',
  },
}

export type Texts = typeof en

/** In the given language, else in English. */
export const textsIn = (language: string): Texts => (language.toLowerCase().startsWith('de') ? de : en)
