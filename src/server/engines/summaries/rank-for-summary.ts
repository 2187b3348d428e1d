/**
 * Ranks sentences for an extractive summary: of an article by the frequency of their content terms, with a preference
 * for early sentences; of many opinions on one thing, which have no order, by what most of them say.
 */
import { chooseGreedily } from './choose-greedily.ts'
import { areOpinions, rankOpinions, type CandidateTerms } from './rank-opinions.ts'
import { contentTermsOf, documentFrequencies, readWords, type PageWord } from './sentence-terms.ts'
import type { SummaryCandidate } from './summary-candidates.ts'

/**
 * score = weight sum / (terms + 5)^LENGTH_EXPONENT / (position + 2)^POSITION_EXPONENT, where the weight of a term is
 * the number of sentences that contain it. Fitted on articles with their headline and description, and with their key
 * points, as references: `npm run bench summaries`, docs/benchmarks.md.
 */
const LENGTH_EXPONENT = 0.9
const POSITION_EXPONENT = 0.5
/** Share of a term's weight that remains after a chosen sentence contains it. */
const REPEATED_WEIGHT = 0.4
const TITLE_WEIGHT = 1.5
const LIST_ITEM_FACTOR = 0.7
const DEPENDENT_FACTOR = 0.9
/** A sentence with fewer content terms says nothing alone. */
const MIN_TERMS = 4

/** Openings that depend on the previous sentence or refer elsewhere. */
const DEPENDENT_OPENING =
  /^["“„«]|^(?:however|but|and|or|so|thus|then|also|moreover|furthermore|therefore|hence|instead|otherwise|for example|for instance|in addition|in this|in that|this|that|these|those|it|its|they|he|she|such|see|for more|refer to|note that|you|if you|aber|und|oder|doch|jedoch|dies|diese|dieser|dieses|er|sie|es|zum beispiel|außerdem|daher|siehe|pero|y|además|sin embargo|por ejemplo|esto|este|esta|mais|et|cependant|par exemple|ce|cette|cela|il|elle|voir)\b/iu

export type RankOptions = {
  title: string
  /** Primary language subtag or ''. */
  language: string
  limit: number
}

/** Best first, without near-duplicates. `words` are those of each unit of the page. */
export function rankForSummary(
  candidates: readonly SummaryCandidate[],
  { title, language, limit, hasSections, words }: RankOptions & { hasSections: boolean; words: readonly PageWord[][] },
): SummaryCandidate[] {
  const sentences = candidates.map((candidate) => {
    const ofUnit = words[candidate.position] ?? []
    // A dateline is in the unit, but not part of the sentence.
    const startsEarlier = ofUnit[0] !== undefined && ofUnit[0].start < candidate.start
    const own = startsEarlier ? ofUnit.filter(({ start }) => start >= candidate.start) : ofUnit
    return { candidate, words: own, terms: contentTermsOf(own) }
  })
  if (!hasSections && areOpinions(sentences)) return rankOpinions(sentences, limit)
  const [titleWords = []] = readWords(title, [{ start: 0, end: title.length, kind: 'heading' }], language)
  return rankSentences(sentences, contentTermsOf(titleWords), limit)
}

function rankSentences(
  all: readonly CandidateTerms[],
  titleTerms: ReadonlySet<string>,
  limit: number,
): SummaryCandidate[] {
  const sentences = all
    .filter(({ candidate }) => candidate.isSelfContained)
    .map(({ candidate, terms }, order) => ({ candidate, terms, order }))
    .filter(({ terms }) => terms.size >= MIN_TERMS)
  const weights = documentFrequencies(sentences.map(({ terms }) => terms))
  for (const term of titleTerms) weights.set(term, TITLE_WEIGHT * (weights.get(term) ?? 0))
  const weighed = sentences.map(({ candidate, terms, order }) => ({
    candidate,
    terms,
    keys: terms,
    factor:
      (candidate.kind === 'list-item' ? LIST_ITEM_FACTOR : 1) *
      (DEPENDENT_OPENING.test(candidate.text) ? DEPENDENT_FACTOR : 1) *
      Math.pow(terms.size + 5, -LENGTH_EXPONENT) *
      Math.pow(order + 2, -POSITION_EXPONENT),
  }))
  return chooseGreedily(weighed, weights, { limit, repeated: REPEATED_WEIGHT })
}
