import type { ChatMessage } from '#shared/chat/chats.ts'

/** A streamed answer so far, and the model's reasoning, which is dropped when the answer is done. */
export type PartialAnswer = { text: string; reasoning: string; isReconnecting?: boolean }

/**
 * Why a question was not answered; `cause` is for administrators, '' for others. `isOffline` if the device had
 * no connection.
 */
export type AnswerFailure = { text: string; cause: string; isOffline?: boolean }

/** What the chat box needs of a conversation, saved or unsaved. */
export type Conversation = {
  messages: ChatMessage[]
  /** The answer so far; null when none is being written. */
  partialAnswer: PartialAnswer | null
  /**
   * What had arrived of an answer whose connection was lost for good, until the next question; null without one.
   * `retry` asks its question again.
   */
  interrupted: { text: string; retry: () => void } | null
  /** While `partialAnswer.isReconnecting`: tries now. */
  reconnect: () => void
  /** Of the last question. */
  failure: AnswerFailure | null
  /**
   * Resolves to false if the question was not answered; the input then shows it again. `replaces` is the index of an
   * earlier question: once answered, the new turn replaces that message and all after it. `model` answers instead of
   * the usual one.
   */
  ask: (question: string, replaces?: number, model?: string) => Promise<boolean>
  stop: () => void
}

/** Whether `stored` continues `before` with the question and its answer. */
export const isAnswered = (stored: readonly ChatMessage[], before: readonly ChatMessage[], question: string) =>
  stored.length === before.length + 2 && stored.at(-2)?.content === question
