import type { Uncited } from '#shared/chats.ts'
import { uncitedSentences } from '#server/knowledge/uncited-sentences.ts'
import { isRefusal } from '#server/models/refusal.ts'

/** What an answer states without a citation; a refusal states nothing, nor does a sentence that was stopped midway. */
export function uncitedOf(answer: { text: string; stopped: boolean }): { uncited?: Uncited[] } {
  if (isRefusal(answer.text)) return {}
  const whole = answer.text.trimEnd().length
  const uncited = uncitedSentences(answer.text).filter(({ end }) => !answer.stopped || end < whole)
  return uncited.length > 0 ? { uncited } : {}
}
