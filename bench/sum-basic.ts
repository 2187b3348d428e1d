/** SumBasic (Nenkova and Vanderwende, The Impact of Frequency on Summarization, 2005), for comparison. */
import { isStopWord } from '#server/platform/text/stop-words.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'

const stem = stemmerFor('en')

/** The chosen sentences in the order of choice. English. */
export function sumBasic(sentences: readonly string[], limit: number): string[] {
  const remaining = sentences
    .map((text) => ({ text, words: contentWords(text) }))
    .filter(({ words }) => words.length > 0)
  const probabilities = wordProbabilities(remaining.flatMap(({ words }) => words))
  const chosen: string[] = []
  while (chosen.length < limit && remaining.length > 0) {
    const top = mostProbable(probabilities, new Set(remaining.flatMap(({ words }) => words)))
    const candidates = remaining.filter(({ words }) => words.includes(top))
    const average = (words: string[]) =>
      words.reduce((sum, word) => sum + (probabilities.get(word) ?? 0), 0) / words.length
    const best = candidates.reduce((a, b) => (average(b.words) > average(a.words) ? b : a))
    remaining.splice(remaining.indexOf(best), 1)
    chosen.push(best.text)
    for (const word of new Set(best.words)) probabilities.set(word, (probabilities.get(word) ?? 0) ** 2)
  }
  return chosen
}

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !isStopWord(word, 'en')).map(stem)
}

function wordProbabilities(words: readonly string[]): Map<string, number> {
  const probabilities = new Map<string, number>()
  for (const word of words) probabilities.set(word, (probabilities.get(word) ?? 0) + 1 / words.length)
  return probabilities
}

function mostProbable(probabilities: ReadonlyMap<string, number>, among: ReadonlySet<string>): string {
  let top = ''
  for (const word of among) if ((probabilities.get(word) ?? 0) > (probabilities.get(top) ?? 0)) top = word
  return top
}
