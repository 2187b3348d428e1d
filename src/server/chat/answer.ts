import type { Citation, Offer, Uncited, Used } from '#shared/chat/chats.ts'
import { isRefusal } from '#server/engines/refusal.ts'
import { findUncitedSentences } from '#server/retrieval/find-uncited-sentences.ts'

/** A finished answer, as it is stored. */
export type Answer = {
  text: string
  citations: Citation[]
  /** The sentences that state something without a citation. */
  uncited?: Uncited[]
  /** Name of the engine or model that wrote it. */
  engine: string
  used: Used
  /** Only when the pages do not answer the question: the closest passages, and addresses to crawl next. */
  nearest?: Citation[]
  offers?: Offer[]
  /** True when the person or the server stopped it; the text ends there. */
  stopped: boolean
}

/** What an answer states without a citation. Refusals are skipped, and the last sentence of a stopped answer. */
export function findUncited(answer: Pick<Answer, 'text' | 'stopped'>): Pick<Answer, 'uncited'> {
  if (isRefusal(answer.text)) return {}
  const textEnd = answer.text.trimEnd().length
  const uncited = findUncitedSentences(answer.text).filter(({ end }) => !answer.stopped || end < textEnd)
  return uncited.length > 0 ? { uncited } : {}
}
