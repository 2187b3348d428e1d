/**
 * Ranks sentences for an extractive summary by the frequency of their content terms, with a preference for early
 * sentences. After each choice the weights of its terms are reduced, so that the next sentence adds something new: the
 * greedy update of SumBasic (Nenkova and Vanderwende, The Impact of Frequency on Summarization, 2005).
 */
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import { wordFeaturesFor } from '#server/platform/text/word-features.ts'
import { forEachWord } from '#server/platform/text/split-words.ts'

export type SummaryCandidate = { text: string; position: number; kind: 'sentence' | 'list-item' }

/**
 * score = weight sum / (terms + 5)^LENGTH_EXPONENT / (position + 2)^POSITION_EXPONENT. No data set was available: all
 * constants are set by hand on real pages, and `summarise-page.test.ts` holds the expected results.
 */
const POSITION_EXPONENT = 0.45
const LENGTH_EXPONENT = 0.6
/** Remaining weight of a term after a chosen sentence contains it. */
const REPEATED_TERM_WEIGHT = 0.15
const TITLE_TERM_WEIGHT = 1.5
const LIST_ITEM_WEIGHT = 0.7
const DEPENDENT_WEIGHT = 0.6
/** A sentence with fewer content terms says nothing alone. */
const MIN_TERMS = 4
/** Characters. */
const MAX_SENTENCE_LENGTH = 450
/** Overlap coefficient (shared terms / terms of the shorter sentence) above which two sentences are duplicates. */
const DUPLICATE_OVERLAP = 0.6

/** Openings that depend on the previous sentence or refer elsewhere. */
const DEPENDENT_OPENING =
  /^["“„«]|^(?:however|but|and|or|so|thus|then|also|moreover|furthermore|therefore|hence|instead|otherwise|for example|for instance|in addition|in this|in that|this|that|these|those|it|its|they|he|she|such|see|for more|refer to|note that|you|if you|aber|und|oder|doch|jedoch|dies|diese|dieser|dieses|er|sie|es|zum beispiel|außerdem|daher|siehe|pero|y|además|sin embargo|por ejemplo|esto|este|esta|mais|et|cependant|par exemple|ce|cette|cela|il|elle|voir)\b/iu

/** Sentences and list items of a page's Markdown that are understandable alone, in order. */
export function summaryCandidates(content: string, spans = splitSentences(content)): SummaryCandidate[] {
  return shortUnits(content, spans).filter(({ text, kind }) => isSelfContained(text, kind))
}

/** Like `summaryCandidates`, with incomplete sentences too: for pages that have no complete ones. */
export function shortUnits(content: string, spans = splitSentences(content)): SummaryCandidate[] {
  return spans.flatMap(({ start, end, kind }, position) => {
    if (kind !== 'sentence' && kind !== 'list-item') return []
    const text = content.slice(start, end).replace(/\s+/g, ' ')
    return text.length <= MAX_SENTENCE_LENGTH && /\p{L}/u.test(text) ? [{ text, position, kind }] : []
  })
}

/** Best first, without near-duplicates. */
export function rankForSummary(
  candidates: readonly SummaryCandidate[],
  { title, language, limit }: { title: string; language: string; limit: number },
): SummaryCandidate[] {
  const contentTermsOf = contentTermExtractor(language)
  const sentences = candidates
    .map((candidate, n) => ({ candidate, n, terms: contentTermsOf(candidate.text) }))
    .filter(({ terms }) => terms.size >= MIN_TERMS)
  const weights = termWeights(sentences, contentTermsOf(title))
  // The weights are shared objects: reducing one affects all sentences that contain the term.
  const remaining = sentences.map(({ candidate, n, terms }) => ({
    candidate,
    terms,
    weights: Array.from(terms, (term) => weights.get(term)).filter((weight) => weight !== undefined),
    factor:
      (candidate.kind === 'list-item' ? LIST_ITEM_WEIGHT : 1) *
      (DEPENDENT_OPENING.test(candidate.text) ? DEPENDENT_WEIGHT : 1),
    lengthPenalty: Math.pow(terms.size + 5, LENGTH_EXPONENT),
    positionPenalty: Math.pow(n + 2, POSITION_EXPONENT),
  }))

  const chosen: typeof remaining = []
  while (remaining.length > 0 && chosen.length < limit) {
    let best = -1
    let bestScore = 0
    for (let index = 0; index < remaining.length; index++) {
      const sentence = remaining[index]
      if (!sentence) break
      let weightSum = 0
      for (const weight of sentence.weights) weightSum += weight.value
      const score = (sentence.factor * weightSum) / sentence.lengthPenalty / sentence.positionPenalty
      if (score > bestScore) [best, bestScore] = [index, score]
    }
    const [next] = remaining.splice(best, 1)
    if (best === -1 || !next) break
    if (chosen.some((each) => isDuplicate(each.terms, next.terms))) continue
    chosen.push(next)
    for (const weight of next.weights) weight.value = weight.initial * REPEATED_TERM_WEIGHT
  }
  return chosen.map(({ candidate }) => candidate)
}

/** Returns a function from text to its terms without stop words and numbers. */
function contentTermExtractor(language: string): (text: string) => Set<string> {
  const featuresOf = wordFeaturesFor(language)
  return (text) => {
    const terms = new Set<string>()
    forEachWord(text, (word, _start, _end, kind) => {
      if (kind !== 'word') return
      const features = featuresOf(word)
      if (!features.isStopWord && !features.isNumber) terms.add(features.term)
    })
    return terms
  }
}

type Weight = { initial: number; value: number }

/** log(1 + number of sentences that contain the term), more for terms of the title. */
function termWeights(sentences: { terms: Set<string> }[], titleTerms: Set<string>): Map<string, Weight> {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Map<string, Weight>()
  for (const [term, count] of counts) {
    const initial = Math.log1p(count) * (titleTerms.has(term) ? TITLE_TERM_WEIGHT : 1)
    weights.set(term, { initial, value: initial })
  }
  return weights
}

function isDuplicate(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared / Math.min(one.size, other.size) > DUPLICATE_OVERLAP
}

/** Complete, and neither a question nor the introduction of a list. */
function isSelfContained(text: string, kind: 'sentence' | 'list-item'): boolean {
  if (/[?？؟:：]$/.test(text) || /^[(（]/.test(text)) return false
  return kind === 'list-item' || isCompleteSentence(text)
}
