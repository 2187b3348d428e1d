/** Which sentences of the passages found answer a question, best first. */
import { splitSentences, type SentenceSpan } from '#server/text/sentences.ts'
import { termReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'
import { fitsKind } from './answer-kinds.ts'
import type { SourcePassage } from './engine.ts'
import { languageOf, type Question } from './read-question.ts'

export type RankedSentence = {
  passage: SourcePassage
  span: SentenceSpan
  text: string
  score: number
  /** Share of the question, by weight, that the sentence itself holds, 0 to 1. */
  coverage: number
  /** The same with the page's title, the headings and the whole passage to help. */
  coverageInContext: number
}

/** Chosen on the twelve languages of `npm run bench answers`; docs/benchmarks.md has the figures. */
export const SENTENCE_WEIGHTS = {
  passage: 0.6,
  context: 0.3,
  pairs: 0.25,
  kind: 0.25,
  soft: 0.5,
  short: 0.15,
}

export function rankSentences(
  question: Question,
  questionText: string,
  passages: readonly SourcePassage[],
  weights = SENTENCE_WEIGHTS,
): RankedSentence[] {
  const total = question.terms.reduce((sum, { weight }) => sum + weight, 0) || 1
  const bestPassage = passages[0]?.score || 1
  const ranked: RankedSentence[] = []
  for (const passage of passages) {
    const termOf = termReader(languageOf(passage, passage.text))
    const around = new Set([passage.pageTitle, ...passage.headingPath, passage.text].flatMap((text) => readWords(text).map((word) => termOf(word.text))))
    for (const span of splitSentences(passage.text)) {
      if (span.kind === 'heading' || span.kind === 'code') continue
      const text = passage.text.slice(span.start, span.end)
      const terms = readWords(text).map((word) => termOf(word.text))
      const held = new Set(terms)
      let own = 0
      let context = 0
      let pairs = 0
      for (const [n, { term, weight }] of question.terms.entries()) {
        const share = held.has(term) ? 1 : weights.soft * nearest(term, held)
        own += share * weight
        context += (around.has(term) ? 1 : share) * weight
        const next = question.terms[n + 1]
        if (next && terms.some((each, at) => each === term && (terms[at + 1] === next.term || terms[at + 2] === next.term))) {
          pairs += (weight + next.weight) / 2
        }
      }
      const score =
        own / total +
        (weights.context * context) / total +
        (weights.pairs * pairs) / total +
        weights.kind * fitsKind(question.kind, text, questionText) +
        weights.passage * (passage.score / bestPassage) -
        (terms.length < 5 ? weights.short : 0) -
        (/[?？]\s*$/.test(text) ? 0.3 : 0)
      ranked.push({ passage, span, text, score, coverage: own / total, coverageInContext: context / total })
    }
  }
  return ranked.sort((a, b) => b.score - a.score)
}

/** How much the most similar word shares with `term`: 0 unless they begin alike, 1 for the same word. */
function nearest(term: string, held: ReadonlySet<string>): number {
  if (term.length < 4) return 0
  let best = 0
  for (const word of held) {
    if (word.length < 4 || word[0] !== term[0]) continue
    let same = 0
    while (same < term.length && same < word.length && term[same] === word[same]) same++
    if (same >= 4) best = Math.max(best, (2 * same) / (term.length + word.length))
  }
  return best > 0.6 ? best : 0
}
