/** A conversation as the chat box shows it, wherever its messages are kept. */
import type { ChatMessage } from '#shared/chats.ts'

export type Conversation = {
  messages: ChatMessage[]
  /** The answer that is being written; null when nobody is waited for. */
  live: string | null
  /** What went wrong with the last question, in words. */
  failure: string
  /** Resolves to false when the question was not answered and belongs back into the input. */
  ask: (question: string) => Promise<boolean>
  stop: () => void
}
