/** A conversation as the chat box shows it, wherever its messages are kept. */
import type { ChatMessage } from '#shared/chats.ts'

export type Conversation = {
  messages: ChatMessage[]
  /** The answer that is being written; null when nobody is waited for. */
  live: string | null
  /** What went wrong with the last question, in words. */
  failure: string
  /**
   * Resolves to false when the question was not answered and belongs back into the input. With `replaces`, the place
   * of an earlier question in `messages`, that one and all after it give way to the new one once it is answered.
   */
  ask: (question: string, replaces?: number) => Promise<boolean>
  stop: () => void
}
