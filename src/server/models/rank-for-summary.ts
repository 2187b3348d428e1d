/**
 * Ranks sentences for a summary: the words that a text keeps coming back to, weighed by how early the sentence stands,
 * and each next sentence only for what the chosen ones have not said yet (SumBasic's discount of said words).
 */
import { splitSentences } from '#server/text/sentences.ts'
import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { isWholeSentence } from '#server/text/whole-sentence.ts'
import { readWords } from '#server/text/words.ts'

export type SummaryCandidate = { text: string; position: number; kind: 'sentence' | 'list-item' }

/** How fast a sentence loses weight further down; how much longer sentences are held back; what a said word still counts. */
const POSITION = 0.45
const LENGTH = 0.6
const SAID = 0.15
const TITLE_WORD = 1.5
/** Fewer telling words than this say nothing alone; longer sentences than this (characters) are no summary. */
const FEWEST_WORDS = 4
const LONGEST = 450
/** Two sentences that share this much of the shorter one's words say the same. */
const SAME = 0.6

/** Beginnings that lean on the sentence before, or send the reader elsewhere. */
const LEANS =
  /^["“„«]|^(?:however|but|and|or|so|thus|then|also|moreover|furthermore|therefore|hence|instead|otherwise|for example|for instance|in addition|in this|in that|this|that|these|those|it|its|they|he|she|such|see|for more|refer to|note that|you|if you|aber|und|oder|doch|jedoch|dies|diese|dieser|dieses|er|sie|es|zum beispiel|außerdem|daher|siehe|pero|y|además|sin embargo|por ejemplo|esto|este|esta|mais|et|cependant|par exemple|ce|cette|cela|il|elle|voir)\b/iu

/** Sentences and list items of a page's Markdown that can stand alone, in order. */
export function summaryCandidates(content: string): SummaryCandidate[] {
  return shortPieces(content).filter(({ text, kind }) => canStandAlone(text, kind))
}

/** The same with pieces that are no sentences, for pages that have none. */
export function shortPieces(content: string): SummaryCandidate[] {
  return splitSentences(content).flatMap(({ start, end, kind }, position) => {
    if (kind !== 'sentence' && kind !== 'list-item') return []
    const text = content.slice(start, end).replace(/\s+/g, ' ')
    return text.length <= LONGEST && /\p{L}/u.test(text) ? [{ text, position, kind }] : []
  })
}

/** Best first; at most `most`, each with something to say that the others have not. */
export function rankForSummary(
  candidates: readonly SummaryCandidate[],
  { title, language, most }: { title: string; language: string; most: number },
): SummaryCandidate[] {
  const telling = tellingWords(language)
  const left = candidates
    .map((candidate, n) => ({ candidate, n, terms: telling(candidate.text) }))
    .filter(({ terms }) => terms.size >= FEWEST_WORDS)
  const weights = wordWeights(left, telling(title))

  const chosen: typeof left = []
  while (left.length > 0 && chosen.length < most) {
    let best = -1
    let bestScore = 0
    for (const [at, { n, terms, candidate }] of left.entries()) {
      let centrality = 0
      for (const term of terms) {
        centrality += (weights.get(term) ?? 0) * (chosen.some((each) => each.terms.has(term)) ? SAID : 1)
      }
      const own = (candidate.kind === 'list-item' ? 0.7 : 1) * (LEANS.test(candidate.text) ? 0.6 : 1)
      const score = (own * centrality) / Math.pow(terms.size + 5, LENGTH) / Math.pow(n + 2, POSITION)
      if (score > bestScore) [best, bestScore] = [at, score]
    }
    const [taken] = left.splice(best, 1)
    if (best === -1 || !taken) break
    if (!chosen.some((each) => saysTheSame(each.terms, taken.terms))) chosen.push(taken)
  }
  return chosen.map(({ candidate }) => candidate)
}

/** The stems of a text's words without the small ones. */
export function tellingWords(language: string): (text: string) => Set<string> {
  const termOf = termReader(language)
  return (text) => {
    const words = readWords(text).filter(
      ({ text: word, kind }) => kind === 'word' && !isStopWord(fold(word, language), language) && !/^\p{N}+$/u.test(word),
    )
    return new Set(words.map((word) => termOf(word.text)))
  }
}

/** A word weighs by the number of sentences it stands in; the title's words more. */
function wordWeights(sentences: { terms: Set<string> }[], titleTerms: Set<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const [term, count] of counts) counts.set(term, Math.log1p(count) * (titleTerms.has(term) ? TITLE_WORD : 1))
  return counts
}

function saysTheSame(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared / Math.min(one.size, other.size) > SAME
}

/** Whole, and neither a question nor an announcement. */
function canStandAlone(text: string, kind: 'sentence' | 'list-item'): boolean {
  if (/[?？؟:：]$/.test(text) || /^[(（]/.test(text)) return false
  return kind === 'list-item' || isWholeSentence(text)
}
