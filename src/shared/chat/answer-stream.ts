/** The stream of an answer. */
import type { Citation, Offer, Uncited, Used } from './chats.ts'
import type { ErrorBody } from '#shared/error-body.ts'

/** The whole answer, without sources, when the pages do not contain one. The browser translates it. */
export const REFUSAL = 'The selected pages don’t answer this.'

/** The first paragraph of an answer whose passages may not answer the question. The browser translates it. */
export const CLOSEST = 'These are the closest passages. They may not answer this.'

/** Response header with the id for POST /api/answers/{id}/stop. */
export const ANSWER_ID_HEADER = 'Readback-Answer-Id'

/**
 * The server-sent events of an answer, in this order: any number of `reasoning`, `delta` and `replace`, one
 * `citations`, one `done`; or at any point one `error`, which ends the stream and means that nothing was saved.
 * `reasoning` is a piece of a model's reasoning, for display until the answer is done. `replace` withdraws the text so
 * far, which was reasoning too: the answer is its text and what follows. A stopped answer ends with `citations` and
 * `done` too.
 */
export type AnswerEvent =
  | { event: 'reasoning'; data: { text: string } }
  | { event: 'delta'; data: { text: string } }
  | { event: 'replace'; data: { text: string } }
  | { event: 'citations'; data: Citation[] }
  | { event: 'done'; data: AnswerDone }
  | { event: 'error'; data: { error: ErrorBody } }

export type AnswerDone = {
  /** Ids of the answer and its question; null in an unsaved chat. */
  messageId: string | null
  questionId: string | null
  engine: string
  stopped: boolean
  /** Only when the answer was cut at the model's length limit. */
  truncated?: boolean
  used: Used
  /** Omitted when empty. */
  uncited?: Uncited[]
  /** Only when the pages do not answer: the closest passages, and addresses that could be crawled next. */
  nearest?: Citation[]
  offers?: Offer[]
}
