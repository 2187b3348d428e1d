/** What every export format is written from. */
import type { Role } from '#shared/chat/chats.ts'
import { utcDay } from '#shared/utc-day.ts'

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
  verified: boolean
  /** What the site has removed, and when a check found out. */
  gone: 'sentence' | 'page' | null
  goneSince: Date | null
}

export type ExportedMessage = {
  role: Role
  content: string
  createdAt: Date
  stopped: boolean
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

export const speakers: Readonly<Record<Role, string>> = { user: 'You', assistant: 'AI Assistant' }

export const NO_SUPPORT = 'No sentence on the selected pages supports this.'

/** States when the page or sentence was found to be removed; '' when it was not. */
export function describeGone({ gone, goneSince }: Pick<Footnote, 'gone' | 'goneSince'>): string {
  if (!gone || !goneSince) return ''
  return gone === 'page'
    ? `The page no longer existed on ${utcDay(goneSince)}.`
    : `The sentence was no longer on the page on ${utcDay(goneSince)}.`
}
