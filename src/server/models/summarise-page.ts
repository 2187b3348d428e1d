/** Summary, key points and topics of a page, all in its own words. */
import { detectLanguage } from '#server/text/languages.ts'
import { splitSentences } from '#server/text/sentences.ts'
import { chooseTopics } from './choose-topics.ts'
import type { PageAnalysis } from './engine.ts'
import { rankForSummary, shortPieces, summaryCandidates, type SummaryCandidate } from './rank-for-summary.ts'

/** Characters of a page that are read. A model gets 4,000; here more costs a few milliseconds. */
const READ_LENGTH = 24_000
const SUMMARY_SENTENCES = 3
const MIN_POINTS = 3
const MAX_POINTS = 5
/** A summary stays readable: its third sentence is left out when it would grow past this (characters). */
const LONGEST_SUMMARY = 600

/**
 * Two or three sentences, three to five points that do not repeat them, three to five topics. A page with few
 * sentences gives two of them to its summary and the rest to the points; a page without text has nothing.
 */
export function summarisePage(page: { title: string; content: string; language: string }): PageAnalysis {
  const content = page.content.slice(0, READ_LENGTH)
  const language = detectLanguage(content, page.language)
  const spans = splitSentences(content)
  const candidates = summaryCandidates(content, spans)
  const ranked = rankForSummary(candidates, {
    title: page.title,
    language,
    most: SUMMARY_SENTENCES + MAX_POINTS,
  })
  // A page too small to choose from: its first sentences, or its first crumbs, say what there is.
  const pieces = ranked.length >= 2 ? ranked : candidates.length >= 2 ? candidates : shortPieces(content, spans)
  const count = summaryLength(pieces)
  const others = pieces.slice(count, count + MAX_POINTS)
  return {
    summary: told(pieces.slice(0, count)).join(' '),
    // A page that says too little for both has its points anyway, the summary's sentences among them.
    mainPoints: told(others.length >= MIN_POINTS ? others : pieces.slice(0, MAX_POINTS)),
    topics: chooseTopics({ title: page.title, content, language }, spans),
  }
}

function summaryLength(ranked: SummaryCandidate[]): number {
  if (ranked.length <= SUMMARY_SENTENCES) return ranked.length
  const length = ranked.slice(0, SUMMARY_SENTENCES).reduce((sum, sentence) => sum + sentence.text.length, 0)
  return ranked.length < SUMMARY_SENTENCES + 3 || length > LONGEST_SUMMARY ? SUMMARY_SENTENCES - 1 : SUMMARY_SENTENCES
}

/** In the order of the page; what has no full stop gets one. */
function told(sentences: SummaryCandidate[]): string[] {
  return sentences
    .toSorted((a, b) => a.position - b.position)
    .map(({ text }) => (/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N})]$/u.test(text) ? `${text}.` : text))
}
