/** Summary, key points and topics of a page, all in its own words. */
import { detectLanguage } from '#server/text/languages.ts'
import { chooseTopics } from './choose-topics.ts'
import type { PageAnalysis } from './engine.ts'
import { rankForSummary, summaryCandidates, type SummaryCandidate } from './rank-for-summary.ts'

/** Characters of a page that are read. A model gets 4,000; here more costs a few milliseconds. */
const READ_LENGTH = 24_000
const SUMMARY_SENTENCES = 3
const MAX_POINTS = 5
/** A summary stays readable: its third sentence is left out when it would grow past this (characters). */
const LONGEST_SUMMARY = 600

/**
 * Two or three sentences, three to five points that do not repeat them, three to five topics. A page that says less
 * than eight things gives its summary two of its sentences and the rest to the points; a page of none has none.
 */
export function summarisePage(page: { title: string; content: string; language: string }): PageAnalysis {
  const content = page.content.slice(0, READ_LENGTH)
  const language = detectLanguage(content, page.language)
  const ranked = rankForSummary(summaryCandidates(content), {
    title: page.title,
    language,
    most: SUMMARY_SENTENCES + MAX_POINTS,
  })
  const count = summaryLength(ranked)
  return {
    summary: told(ranked.slice(0, count)).join(' '),
    mainPoints: told(ranked.slice(count, count + MAX_POINTS)),
    topics: chooseTopics({ title: page.title, content, language }),
  }
}

function summaryLength(ranked: SummaryCandidate[]): number {
  const length = ranked.slice(0, SUMMARY_SENTENCES).reduce((sum, sentence) => sum + sentence.text.length, 0)
  return ranked.length < SUMMARY_SENTENCES + 3 || length > LONGEST_SUMMARY ? SUMMARY_SENTENCES - 1 : SUMMARY_SENTENCES
}

/** In the order of the page, an item of a list with its full stop. */
function told(sentences: SummaryCandidate[]): string[] {
  return sentences
    .toSorted((a, b) => a.position - b.position)
    .map(({ text, kind }) => (kind === 'list-item' && /[\p{L}\p{N})]$/u.test(text) ? `${text}.` : text))
}
