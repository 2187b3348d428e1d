/** The events of an answer stream, in the order described in docs/programs.md. */

export type Citation = {
  marker: number
  pageId: string | null
  url: string
  title: string
  /** Word for word from the stored page; '' when not-found. */
  sentence: string
  state: 'quoted' | 'paraphrased' | 'differs' | 'not-found'
  /** True for `quoted` alone. */
  verified: boolean
}

export type AnswerDone = {
  /** Of the saved answer; null in an unsaved chat. */
  messageId: string | null
  engine: string
  stopped: boolean
  truncated?: boolean
}

export type AnswerEvent =
  | { event: 'reasoning' | 'delta' | 'replace'; data: { text: string } }
  | { event: 'citations'; data: Citation[] }
  | { event: 'done'; data: AnswerDone }
