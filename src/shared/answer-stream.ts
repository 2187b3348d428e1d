/** An answer on its way to a browser. */
import type { Citation, Offer, Uncited, Used } from './chats.ts'

/** The header of an answer stream by which the answer can be stopped: POST /api/answers/{id}/stop. */
export const ANSWER_ID_HEADER = 'Readback-Answer-Id'

/**
 * What an answer stream carries, one server-sent event each, in this order: any number of `delta`, one
 * `citations`, one `done`; or an `error` at any point, after which nothing follows and nothing was saved. An answer
 * that was stopped ends with `citations` and `done` as well, as far as it came.
 */
export type AnswerEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'citations'; data: Citation[] }
  | { event: 'done'; data: AnswerDone }
  | { event: 'error'; data: { error: { code: string; message: string } } }

export type AnswerDone = {
  /** Ids of the answer and of its question; null in a chat that is not saved. */
  messageId: string | null
  questionId: string | null
  engine: string
  stopped: boolean
  used: Used
  /** When there are some. */
  uncited?: Uncited[]
  /** Only when the pages do not say: the places that come nearest, and what could be read next. */
  nearest?: Citation[]
  offers?: Offer[]
}
