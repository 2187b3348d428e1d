/**
 * ROUGE-1, ROUGE-2 and ROUGE-L as F1 (Lin, ROUGE: A Package for Automatic Evaluation of Summaries, 2004), computed as
 * Google's rouge-score does with stemming: lower-case runs of a-z and 0-9, words of more than three characters stemmed.
 */
import { stemmerFor } from '#server/platform/text/stemmer.ts'

export type Rouge = { r1: number; r2: number; rL: number }

const stem = stemmerFor('en')

/** F1 of a summary against one reference, each 0 to 1. ROUGE-L is on the whole text, not by sentence. */
export function rouge(summary: string, reference: string): Rouge {
  const found = tokensOf(summary)
  const expected = tokensOf(reference)
  return {
    r1: ngramF1(found, expected, 1),
    r2: ngramF1(found, expected, 2),
    rL: f1(longestCommonSubsequence(found, expected), found.length, expected.length),
  }
}

/** The mean over several references. */
export function meanRouge(scores: readonly Rouge[]): Rouge {
  const mean = (key: keyof Rouge) => scores.reduce((sum, score) => sum + score[key], 0) / scores.length
  return { r1: mean('r1'), r2: mean('r2'), rL: mean('rL') }
}

function tokensOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.map((word) => (word.length > 3 ? stem(word) : word))
}

function ngramF1(found: readonly string[], expected: readonly string[], n: number): number {
  const remaining = countNgrams(expected, n)
  let shared = 0
  for (const [ngram, count] of countNgrams(found, n)) shared += Math.min(count, remaining.get(ngram) ?? 0)
  return f1(shared, found.length - n + 1, expected.length - n + 1)
}

function countNgrams(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let start = 0; start + n <= tokens.length; start++) {
    const ngram = tokens.slice(start, start + n).join(' ')
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
  }
  return counts
}

function f1(shared: number, found: number, expected: number): number {
  return shared === 0 ? 0 : (2 * shared) / (found + expected)
}

function longestCommonSubsequence(one: readonly string[], other: readonly string[]): number {
  let previous = new Uint16Array(other.length + 1)
  for (const word of one) {
    const lengths = new Uint16Array(other.length + 1)
    for (let at = 1; at <= other.length; at++) {
      const longest = Math.max(lengths[at - 1] ?? 0, previous[at] ?? 0)
      lengths[at] = other[at - 1] === word ? (previous[at - 1] ?? 0) + 1 : longest
    }
    previous = lengths
  }
  return previous[other.length] ?? 0
}
