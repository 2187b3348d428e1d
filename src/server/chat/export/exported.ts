/** What an export is written from, whatever its format: read from the database a piece at a time. */
import type { Role } from '#shared/chats.ts'
import { utcDay } from '#shared/utc-day.ts'

export type ExportedChat = { title: string; createdAt: Date; updatedAt: Date; exportedAt: Date }

export type ExportedPage = { url: string; title: string; crawledAt: Date; goneAt: Date | null; selected: boolean }

/** Where an answer's [marker] stands in a stored page. */
export type Footnote = {
  marker: number
  /** '' when no sentence of the pages was found that supports the claim. */
  quote: string
  url: string
  title: string
  /** Null when the page is not stored any more. */
  crawledAt: Date | null
  verified: boolean
  /** What the site does not have any more, and when that was found. */
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
  /** Of an answer that the pages do not have. */
  nearest: Footnote[]
}

/** One format: each function answers a piece of the file; `number` counts from 1. */
export type ExportWriter = {
  head(chat: ExportedChat): string
  message(message: ExportedMessage, number: number): string
  /** Between the messages and the pages. */
  pagesHead(messages: number): string
  page(page: ExportedPage, number: number): string
  tail(pages: number): string
}

export const speakers: Readonly<Record<Role, string>> = { user: 'You', assistant: 'AI Assistant' }

export const NO_SUPPORT = 'No sentence of the selected pages was found that supports this.'

/** Since when the quote is not there any more, as a sentence; '' when nothing is known to be gone. */
export function goneWords({ gone, goneSince }: Pick<Footnote, 'gone' | 'goneSince'>): string {
  if (!gone || !goneSince) return ''
  return gone === 'page'
    ? `The page was gone on ${utcDay(goneSince)}.`
    : `The sentence was no longer on the page on ${utcDay(goneSince)}.`
}
