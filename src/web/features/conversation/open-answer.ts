/**
 * The answer being written in a conversation, kept in the browser until it is finished. A reloaded page, another tab and
 * a person who comes back to the chat show its question and continue its stream.
 */
import { z } from 'zod'

const OpenAnswer = z.object({
  answerId: z.string(),
  question: z.string(),
  /** How many messages the conversation had before the question. More of them mean that the answer is stored. */
  messages: z.number(),
})
export type OpenAnswer = z.infer<typeof OpenAnswer>

const keyOf = (conversationId: string) => `readback.open-answer.${conversationId}`

export function saveOpenAnswer(conversationId: string, answer: OpenAnswer) {
  try {
    localStorage.setItem(keyOf(conversationId), JSON.stringify(answer))
  } catch {
    // Storage is full or blocked: a reload shows the answer when it is finished.
  }
}

export function loadOpenAnswer(conversationId: string): OpenAnswer | null {
  try {
    return OpenAnswer.parse(JSON.parse(localStorage.getItem(keyOf(conversationId)) ?? ''))
  } catch {
    return null
  }
}

export const removeOpenAnswer = (conversationId: string) => localStorage.removeItem(keyOf(conversationId))
