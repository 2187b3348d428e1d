/** The honest answer when the pages do not say: no sources. The places that come nearest are told beside it. */

export const REFUSAL = 'The selected pages do not say this.'

/** True for an answer that says the pages do not say it, whichever engine wrote it. */
export function isRefusal(answer: string): boolean {
  return answer.trimStart().startsWith(REFUSAL)
}
