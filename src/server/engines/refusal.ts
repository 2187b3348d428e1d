import { REFUSAL } from '#shared/chat/answer-stream.ts'

/** True for a refusal by any engine. */
export function isRefusal(answer: string): boolean {
  // Models write the straight apostrophe as often as the typographic one.
  return answer.trimStart().replaceAll("'", '’').startsWith(REFUSAL)
}
