/**
 * The answer being written in a conversation, kept in the browser until it is finished. A reloaded page, another tab
 * and a user who comes back to the chat show its question and continue its stream.
 */
import { browserStorage } from '#web/ui/hooks/storage.ts'

export type OpenAnswer = {
  answerId: string
  question: string
  /** How many messages the conversation had before the question. More of them mean that the answer is stored. */
  messages: number
}

const keyOf = (conversationId: string) => `readback.open-answer.${conversationId}`

/** Where there is no storage, a reload shows the answer when it is finished. */
export const saveOpenAnswer = (conversationId: string, answer: OpenAnswer) =>
  browserStorage.set(keyOf(conversationId), JSON.stringify(answer))

export function loadOpenAnswer(conversationId: string): OpenAnswer | null {
  const stored = browserStorage.getJson(keyOf(conversationId))
  return isOpenAnswer(stored) ? stored : null
}

/** Without a schema: a chat is shown before zod is loaded. */
function isOpenAnswer(stored: unknown): stored is OpenAnswer {
  if (typeof stored !== 'object' || stored === null) return false
  const { answerId, question, messages } = stored as Partial<Record<string, unknown>>
  return typeof answerId === 'string' && typeof question === 'string' && typeof messages === 'number'
}

export const removeOpenAnswer = (conversationId: string) => browserStorage.set(keyOf(conversationId), null)
