import { splitWords } from './split-words.ts'

/** A word of a question, as typed, and what the pages have instead. */
export type Correction = { from: string; to: string }

/** Replaces each misspelled word of the question, but no part of a longer word. */
export function applyCorrections(question: string, corrections: readonly Correction[]): string {
  let corrected = ''
  let from = 0
  for (const { text, start, end } of splitWords(question)) {
    const correction = corrections.find((each) => each.from === text)
    if (!correction || start < from) continue
    corrected += question.slice(from, start) + correction.to
    from = end
  }
  return corrected + question.slice(from)
}
