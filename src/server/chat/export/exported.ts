/** What every export format is written from. */
import type { ClaimState, Difference, Role } from '#shared/chat/chats.ts'
import { countStates } from '#shared/chat/count-states.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { ExportTexts } from './export-texts.ts'

export type ExportedChat = { title: string; createdAt: Date; updatedAt: Date; exportedAt: Date }

export type ExportedPage = { url: string; title: string; crawledAt: Date; goneAt: Date | null; selected: boolean }

/** The source behind an answer's [marker]. */
export type Footnote = {
  marker: number
  /** '' when no sentence on the pages supports the claim. */
  quote: string
  url: string
  title: string
  /** Null when the page has been deleted here. */
  crawledAt: Date | null
  state: ClaimState
  /** The words of the answer that were judged. */
  claim: string
  differences: Difference[]
  /** What the site has removed, and when a check found out. */
  gone: 'sentence' | 'page' | null
  goneSince: Date | null
}

export type ExportedMessage = {
  role: Role
  content: string
  createdAt: Date
  stopped: boolean
  /** The model's answer was cut at its length limit. */
  truncated: boolean
  /** What the answer states without a citation. */
  uncited: string[]
  engine: string | null
  footnotes: Footnote[]
  /** The closest passages, when the pages do not answer the question. */
  nearest: Footnote[]
}

/** One format: each function returns a part of the file. `number` counts from 1. */
export type ExportWriter = {
  head(chat: ExportedChat): string
  message(message: ExportedMessage, number: number): string
  /** Between the messages and the pages. */
  pagesHead(messages: number): string
  page(page: ExportedPage, number: number): string
  tail(pages: number): string
}

/** "2 quoted · 1 differs from its source"; '' for an answer without claims. */
export function describeCounts(
  { footnotes, uncited }: Pick<ExportedMessage, 'footnotes' | 'uncited'>,
  texts: ExportTexts,
): string {
  return countStates(footnotes, uncited.length).map(texts.count).join(' · ')
}

/** What the check found, before the quote. */
export function describeState(
  { state, differences }: Pick<Footnote, 'state' | 'differences'>,
  texts: ExportTexts,
): string {
  if (state === 'quoted') return texts.quoted
  if (state === 'paraphrased') return texts.paraphrased
  return state === 'not-found' ? texts.notFound : texts.differs(differences)
}

/** States when the page or sentence was found to be removed; '' when it was not. */
export function describeGone({ gone, goneSince }: Pick<Footnote, 'gone' | 'goneSince'>, texts: ExportTexts): string {
  if (!gone || !goneSince) return ''
  const day = utcDay(goneSince)
  return gone === 'page' ? texts.pageGone(day) : texts.sentenceGone(day)
}
