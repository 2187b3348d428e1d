import type { Citation, Offer, Uncited, Used } from '#shared/chat/chats.ts'

/** A finished answer, as it is stored. */
export type Answer = {
  text: string
  citations: Citation[]
  /** What it states without a citation. */
  uncited: Uncited[]
  /** Name of the engine or model that wrote it. */
  engine: string
  used: Used
  /** Only when the pages do not answer the question: the closest passages, and addresses to crawl next. */
  nearest?: Citation[]
  offers?: Offer[]
  /** True when the user or the server stopped it; the text ends there. */
  stopped: boolean
  /** True when it was cut at the model's token limit. */
  truncated: boolean
}
