/**
 * Ranks sentences for a summary: the words that a text keeps coming back to, weighed by how early the sentence stands,
 * and each next sentence only for what the chosen ones have not said (SumBasic's discount).
 */
import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'

export type Candidate = { text: string; position: number; kind: 'sentence' | 'list-item' }

/** Best first, without those that say too little to stand alone. */
export function rankForSummary(candidates: Candidate[], title: string, language: string, most = 8): Candidate[] {
  const termOf = termReader(language)
  const telling = (text: string) =>
    new Set(
      readWords(text)
        .filter((word) => word.kind !== 'gram' && !isStopWord(fold(word.text, language), language))
        .map((word) => termOf(word.text)),
    )
  const left = candidates.map((candidate, n) => ({ candidate, n, terms: telling(candidate.text) })).filter(standsAlone)
  const frequency = new Map<string, number>()
  for (const { terms } of left) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const titleTerms = telling(title)

  const chosen: Candidate[] = []
  const said = new Set<string>()
  while (left.length > 0 && chosen.length < most) {
    let best = 0
    let bestScore = -Infinity
    for (const [at, { n, terms }] of left.entries()) {
      let centrality = 0
      for (const term of terms) {
        if (said.has(term)) continue
        centrality += Math.log(1 + (frequency.get(term) ?? 0)) * (titleTerms.has(term) ? 1.5 : 1)
      }
      const score = (centrality / Math.pow(terms.size + 5, 0.6)) * (1 / Math.pow(n + 2, 0.35))
      if (score > bestScore) [best, bestScore] = [at, score]
    }
    const [taken] = left.splice(best, 1)
    if (!taken) break
    chosen.push(taken.candidate)
    for (const term of taken.terms) said.add(term)
  }
  return chosen
}

function standsAlone({ candidate, terms }: { candidate: Candidate; terms: Set<string> }): boolean {
  return terms.size >= 4 && candidate.text.length <= 500 && !/[?？:：]$/.test(candidate.text)
}
