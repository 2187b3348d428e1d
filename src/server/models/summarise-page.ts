/** Summary, key points and topics of a page, in its own sentences. */
import { detectLanguage } from '#server/text/languages.ts'
import { splitSentences } from '#server/text/sentences.ts'
import { chooseTopics } from './choose-topics.ts'
import type { PageAnalysis } from './engine.ts'
import { rankForSummary, type Candidate } from './rank-for-summary.ts'

/** Characters of a page that are read; the specification sends a model 4,000, here more costs nothing. */
const READ_LENGTH = 40_000
const SUMMARY_SENTENCES = 3
const MAX_POINTS = 5

export function summarisePage(page: { title: string; content: string; language: string }): PageAnalysis {
  const content = page.content.slice(0, READ_LENGTH)
  const language = detectLanguage(content, page.language)
  const ranked = rankForSummary(candidates(content), page.title, language)
  const summary = ranked.slice(0, SUMMARY_SENTENCES)
  const points = ranked.slice(SUMMARY_SENTENCES, SUMMARY_SENTENCES + MAX_POINTS)
  return {
    summary: inOrder(summary).map((sentence) => sentence.text).join(' '),
    mainPoints: inOrder(points).map((sentence) => sentence.text),
    topics: chooseTopics({ title: page.title, content, language }),
  }
}

/** Whole sentences and list items that can stand alone. */
function candidates(content: string): Candidate[] {
  return splitSentences(content).flatMap(({ start, end, kind }, position) => {
    const text = content.slice(start, end).replace(/\s+/g, ' ')
    if (kind !== 'sentence' && kind !== 'list-item') return []
    return [{ text, position, kind }]
  })
}

function inOrder(sentences: Candidate[]): Candidate[] {
  return [...sentences].sort((a, b) => a.position - b.position)
}
