/**
 * Ranks sentences for a summary: the words that a text keeps coming back to, weighed by how early the sentence stands,
 * and each next sentence only for what the chosen ones have not said yet (SumBasic's discount of said words).
 */
import { splitSentences } from '#server/text/sentences.ts'
import { isWholeSentence } from '#server/text/whole-sentence.ts'
import { wordFacts } from '#server/text/word-facts.ts'
import { eachWord } from '#server/text/words.ts'

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
export function summaryCandidates(content: string, spans = splitSentences(content)): SummaryCandidate[] {
  return shortPieces(content, spans).filter(({ text, kind }) => canStandAlone(text, kind))
}

/** The same with pieces that are no sentences, for pages that have none. */
export function shortPieces(content: string, spans = splitSentences(content)): SummaryCandidate[] {
  return spans.flatMap(({ start, end, kind }, position) => {
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
  const sentences = candidates
    .map((candidate, n) => ({ candidate, n, terms: telling(candidate.text) }))
    .filter(({ terms }) => terms.size >= FEWEST_WORDS)
  const weights = wordWeights(sentences, telling(title))
  // Terms as objects that carry their weight, so that a said one is discounted once and for all.
  const left = sentences.map(({ candidate, n, terms }) => ({
    candidate,
    terms,
    weighed: Array.from(terms, (term) => weights.get(term)).filter((weight) => weight !== undefined),
    own: (candidate.kind === 'list-item' ? 0.7 : 1) * (LEANS.test(candidate.text) ? 0.6 : 1),
    length: Math.pow(terms.size + 5, LENGTH),
    place: Math.pow(n + 2, POSITION),
  }))

  const chosen: typeof left = []
  while (left.length > 0 && chosen.length < most) {
    let best = -1
    let bestScore = 0
    for (let at = 0; at < left.length; at++) {
      const sentence = left[at]
      if (!sentence) break
      let centrality = 0
      for (const weight of sentence.weighed) centrality += weight.value
      const score = (sentence.own * centrality) / sentence.length / sentence.place
      if (score > bestScore) [best, bestScore] = [at, score]
    }
    const [taken] = left.splice(best, 1)
    if (best === -1 || !taken) break
    if (chosen.some((each) => saysTheSame(each.terms, taken.terms))) continue
    chosen.push(taken)
    for (const weight of taken.weighed) weight.value = weight.full * SAID
  }
  return chosen.map(({ candidate }) => candidate)
}

/** The stems of a text's words without the small ones. */
function tellingWords(language: string): (text: string) => Set<string> {
  const factsOf = wordFacts(language)
  return (text) => {
    const terms = new Set<string>()
    eachWord(text, (word, _start, _end, kind) => {
      if (kind !== 'word') return
      const facts = factsOf(word)
      if (!facts.isSmall && !facts.isNumber) terms.add(facts.term)
    })
    return terms
  }
}

type Weight = { full: number; value: number }

/** A word weighs by the number of sentences it stands in; the title's words more. */
function wordWeights(sentences: { terms: Set<string> }[], titleTerms: Set<string>): Map<string, Weight> {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Map<string, Weight>()
  for (const [term, count] of counts) {
    const full = Math.log1p(count) * (titleTerms.has(term) ? TITLE_WORD : 1)
    weights.set(term, { full, value: full })
  }
  return weights
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
