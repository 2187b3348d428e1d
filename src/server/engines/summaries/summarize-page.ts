import type { PageAnalysis } from '#server/engines/engine.ts'
import { detectLanguage, foreignLanguage } from '#server/platform/text/detect-language.ts'
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import { extractTopics } from './extract-topics.ts'
import { describeList, isEntry, isProse, listKindOf } from './link-lists.ts'
import { rankForSummary, type RankOptions } from './rank-for-summary.ts'
import { readWords } from './sentence-terms.ts'
import { splitForSummary, summaryCandidates, type SummaryCandidate } from './summary-candidates.ts'

/**
 * Characters of a page that are analyzed, of which a model gets 4,000. A page with sections says what it is about at
 * its start; in a list of opinions, those at the end count as much.
 */
const ANALYZED_LENGTH = { withSections: 12_000, withoutSections: 24_000 }
const SUMMARY_SENTENCES = 3
const MIN_SUMMARY_SENTENCES = 2
const MIN_POINTS = 3
const MAX_POINTS = 5
/** Characters: a longer summary drops its third sentence. */
const MAX_SUMMARY_LENGTH = 600
/** Characters at the end of a page that may be its footer. */
const MAX_IMPRINT_LENGTH = 1_000
/** "© 2024", "Copyright (c) 1999" at the start of a paragraph; not "copyright law". */
const COPYRIGHT_LINE = /\n\n(?:(?:©|\(c\)|copyright) *){1,3}(?:19|20)\d\d\b/i
/** A page with so many headings is structured, so its sentences are no list of opinions. */
const MIN_SECTIONS = 2

/**
 * An extractive analysis: two or three whole sentences as the summary, three to five other sentences as main points,
 * three to five topics. If a page has too few sentences for both, the points repeat those of the summary. The summary
 * of a list says what it lists; that of one or two words without a sentence repeats them. A page without text gives
 * empty values.
 */
export function summarizePage(page: { title: string; content: string; language: string }): PageAnalysis {
  const content = analyzedPart(withoutImprint(page.content))
  const language = detectLanguage(content, page.language)
  const { spans, words } = readUnits(content, language)
  const limit = SUMMARY_SENTENCES + MAX_POINTS
  const units = bestUnits(content, { title: page.title, language, limit }, { spans, words })
  const topics = extractTopics({ title: page.title, content, language }, spans, words)

  const whole = units.filter((unit) => isWholeSentence(unit, language))
  const hasEnoughSentences = whole.length >= MIN_SUMMARY_SENTENCES
  const list = hasEnoughSentences ? null : listKindOf(content, spans, language)
  const ranked = list || hasEnoughSentences ? whole : withoutEntries(units)
  const chosen = ranked.slice(0, summaryLength(ranked, units.length))
  const sentences = render(chosen, language)
  // Beside a sentence, a short list may be its examples.
  const mayBeExamples = list === 'entries' && whole.length > 0
  if (list && !mayBeExamples) {
    // Without a declared language the sentence is English, unless the page is clearly in another language.
    const listLanguage = page.language === '' ? foreignLanguage(content, 'en') : language
    sentences.push(describeList(list, topics, content, listLanguage))
  }

  const others = units.filter((unit) => !chosen.includes(unit)).slice(0, MAX_POINTS)
  const points = others.length >= MIN_POINTS ? others : units.slice(0, MAX_POINTS)
  return { summary: joinUnits(sentences), mainPoints: render(points, language), topics }
}

function analyzedPart(content: string): string {
  const headings = content.match(/^#{1,6} /gm)?.length ?? 0
  const hasSections = headings >= MIN_SECTIONS
  return content.slice(0, hasSections ? ANALYZED_LENGTH.withSections : ANALYZED_LENGTH.withoutSections)
}

/** All units when no one is a sentence. */
function withoutEntries(units: SummaryCandidate[]): SummaryCandidate[] {
  const sentences = units.filter(({ text }) => !isEntry(text))
  return sentences.length > 0 ? sentences : units
}

/** Entries have no punctuation that would separate them. */
function joinUnits(units: string[]): string {
  let text = ''
  for (const unit of units) {
    const separator = OPEN_END.test(text) ? ' · ' : ' '
    text = text === '' ? unit : text + separator + unit
  }
  return text
}

/** In a script whose sentences end with punctuation. */
const OPEN_END = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N})]$/u

/** A footer that main-text extraction kept: everything after a copyright line near the end. */
function withoutImprint(content: string): string {
  const end = content.slice(-MAX_IMPRINT_LENGTH)
  const imprint = COPYRIGHT_LINE.exec(end)
  return imprint ? content.slice(0, content.length - end.length + imprint.index) : content
}

/** A list item counts if it is written as a sentence. */
function isWholeSentence({ text, kind, isSelfContained }: SummaryCandidate, language: string): boolean {
  const isSentence = kind === 'sentence' ? isSelfContained : isCompleteSentence(text)
  return isSentence && isProse(text, language)
}

/** The sentences of a page's Markdown to summarize it with, best first. If it has too few to rank, all of them. */
export function bestUnits(
  content: string,
  options: RankOptions,
  { spans, words } = readUnits(content, options.language),
): SummaryCandidate[] {
  const candidates = summaryCandidates(content, spans)
  const hasSections = spans.filter(({ kind }) => kind === 'heading').length >= MIN_SECTIONS
  const ranked = rankForSummary(candidates, { ...options, hasSections, words })
  if (ranked.length >= Math.min(2, options.limit)) return ranked
  const selfContained = candidates.filter(({ isSelfContained }) => isSelfContained)
  return selfContained.length >= 2 ? selfContained : candidates
}

function readUnits(content: string, language: string) {
  const spans = splitForSummary(content)
  return { spans, words: readWords(content, spans, language) }
}

/** `available` sentences are shared between summary and points. */
function summaryLength(ranked: SummaryCandidate[], available: number): number {
  if (ranked.length < SUMMARY_SENTENCES || available <= SUMMARY_SENTENCES) return ranked.length
  const length = ranked.slice(0, SUMMARY_SENTENCES).reduce((sum, sentence) => sum + sentence.text.length, 0)
  const leavesTooFewPoints = available < SUMMARY_SENTENCES + MIN_POINTS
  return leavesTooFewPoints || length > MAX_SUMMARY_LENGTH ? MIN_SUMMARY_SENTENCES : SUMMARY_SENTENCES
}

/** In page order. A sentence gets terminal punctuation, an entry does not. */
function render(units: SummaryCandidate[], language: string): string[] {
  const isOpen = ({ text, kind }: SummaryCandidate) =>
    OPEN_END.test(text) && kind === 'sentence' && isProse(text, language)
  return units.toSorted((a, b) => a.position - b.position).map((unit) => (isOpen(unit) ? `${unit.text}.` : unit.text))
}
