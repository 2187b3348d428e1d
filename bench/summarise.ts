/** The sentences the built-in engine would take for a summary, for benchmarks. */
import { detectLanguage } from '#server/text/languages.ts'
import { rankForSummary, summaryCandidates } from '#server/models/rank-for-summary.ts'

/** The `n` sentences of `text` that tell most of it, in the order of the text. */
export function summarise(text: string, n: number): string[] {
  const ranked = rankForSummary(summaryCandidates(text), { title: '', language: detectLanguage(text), most: n })
  return ranked.sort((a, b) => a.position - b.position).map((sentence) => sentence.text)
}
