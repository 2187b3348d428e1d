/** What can be seen of a sentence that may answer a question: each feature about 0 to 1. */
import { asksForHistory, isHistoryTitle } from '#server/text/history-pages.ts'
import { splitSentences, type SentenceSpan } from '#server/text/sentences.ts'
import { termReader } from '#server/text/terms.ts'
import { isWholeSentence } from '#server/text/whole-sentence.ts'
import { readWords } from '#server/text/words.ts'
import { fitsKind } from './answer-kinds.ts'
import type { SourcePassage } from './engine.ts'
import { aliasedSubject, aliasesOf, bearsName, beginsAsDefinition } from './explains-subject.ts'
import { languageOf, type Question } from './read-question.ts'
import { isCrumb, leansOnPrevious, pointsBack } from './sentence-openings.ts'
import { densityIn, pairsIn, rarestIn, rarestOf, sharesIn, weighed } from './share-of-question.ts'

export type SentenceFeatures = {
  /** Share of the question, by weight, whose words stand in the sentence; similar words and those of its heading count in part. */
  own: number
  /** Share of the question that the heading right above says. */
  about: number
  /** The same for the sentence with its neighbours, and for the whole passage; title and headings help in both. */
  near: number
  around: number
  /** Neighbouring words of the question that are neighbours in the sentence. */
  pairs: number
  /** Whether the question's single rarest word stands in the sentence, next to it or above it. */
  rarest: number
  /** Something of the kind that is asked for stands there. */
  kind: number
  /** The passage's score over the best passage's, and one over its place. */
  passage: number
  place: number
  /** Longer sentences hold more; very short ones say nothing alone. */
  length: number
  /** Words close together: the question's words in the sentence over the stretch they stand in. */
  dense: number
  /** Begins with the word that the question is about, as a definition does. */
  defines: number
  /** Stands below the name of what the question asks to be explained; the first sentence there most. */
  named: number
  /** Begins with that name and goes on as a definition does. */
  explains: number
  /** Stands on a page that tells what changed from version to version, and that is not asked. */
  history: number
  /** A table row whose label says what is asked. */
  row: number
  isQuestion: number
  /** Cannot stand alone: begins or ends in the middle. */
  isFragment: number
  /** Says something only with the sentence before. */
  leans: number
  /** Points elsewhere, or is too short to say anything. */
  isCrumb: number
}

export type SentenceCandidate = { passage: SourcePassage; span: SentenceSpan; text: string; features: SentenceFeatures }

/** What stands under a heading is about it without saying its words again, though less surely. */
const UNDER_HEADING = 0.6
/** Words beyond the question's that make a definition worth reading. */
const NEW_WORDS = 20

/** What the sentences below a name are worth, in their order. */
const NAMED_PLACES = [1, 0.7, 0.5, 0.3]

/** What "it" stands for is in the sentence before. */
const INHERITED = 0.7

type ReadSentence = { span: SentenceSpan; text: string; terms: string[]; shares: number[] }

/** Every sentence, list item and table row of the passages; headings and code are no answers. */
export function sentenceCandidates(question: Question, passages: readonly SourcePassage[]): SentenceCandidate[] {
  const bestScore = passages[0]?.score || 1
  return passages.flatMap((passage, place) => {
    const termOf = termReader(languageOf(passage, passage.text))
    const termsOf = (text: string) => readWords(text).map((word) => termOf(word.text))
    const aliases = aliasesOf(passage, passages, termOf)
    const titles = new Set([passage.pageTitle, ...passage.headingPath, ...aliases].flatMap(termsOf))
    const sentences: ReadSentence[] = splitSentences(passage.text).map((span) => {
      const text = passage.text.slice(span.start, span.end)
      const terms = termsOf(text)
      return { span, text, terms, shares: sharesIn(question, terms) }
    })
    const subject = aliasedSubject(question.subject(termOf), passages, termOf)
    const bears = bearsName(passage, subject, termOf)
    const tellsHistory = isHistoryTitle(passage.pageTitle) && !asksForHistory(question.text)
    // A fact is worth the same in a sentence that leans on another; an explanation is not.
    const explainsOnly = question.kind === 'way' || question.subject(termOf).length > 0
    const firstSentence = sentences.findIndex(({ span }) => span.kind === 'sentence')
    const heading = new Set([passage.headingPath.at(-1) ?? '', ...aliases].flatMap(termsOf))
    const inHeading = question.terms.map(({ term }) => (heading.has(term) ? 1 : 0))
    // A heading that says little else is more about it.
    const told = question.terms.reduce((sum, { term }, n) => sum + (inHeading[n] ?? 0) * (term.length + 1), 0)
    const precision = Math.min(1, told / ((passage.headingPath.at(-1) ?? '').length + 1))
    const inTitles = question.terms.map(({ term }) => (titles.has(term) ? 1 : 0))
    const whole = inTitles.map((inTitle, n) => Math.max(inTitle, ...sentences.map(({ shares }) => shares[n] ?? 0)))
    return sentences.flatMap((sentence, at) => {
      if (sentence.span.kind === 'heading' || sentence.span.kind === 'term' || sentence.span.kind === 'code') return []
      const { terms, text, shares, span } = sentence
      const neighbours = [sentences[at - 1], sentence, sentences[at + 1]]
      const near = inTitles.map((inTitle, n) => Math.max(inTitle, ...neighbours.map((each) => each?.shares[n] ?? 0)))
      const inherited = pointsBack(text) && sentence.span.kind === 'sentence' ? INHERITED : 0
      const own = shares.map((share, n) =>
        Math.max(share, UNDER_HEADING * (inHeading[n] ?? 0), inherited * (sentences[at - 1]?.shares[n] ?? 0)),
      )
      const defines = question.kind === 'definition' && beginsWith(text, rarestOf(question), termOf)
      const explains = beginsAsDefinition(text, subject, termOf)
      const features: SentenceFeatures = {
        own: weighed(question, own),
        about: weighed(question, inHeading) * precision,
        near: weighed(question, near),
        around: weighed(question, whole),
        pairs: pairsIn(question, terms),
        rarest: rarestIn(question, near),
        kind: fitsKind(question.kind, text, question.text, question.language),
        passage: passage.score / bestScore,
        place: 1 / (place + 1),
        length: Math.min(1, Math.log1p(terms.length) / 4),
        dense: densityIn(question, terms),
        defines: defines ? Math.min(1, new Set(terms).size / NEW_WORDS) : 0,
        named: bears * (at < firstSentence ? 0.3 : NAMED_PLACES[at - firstSentence] ?? 0.2),
        explains: explains ? 1 : 0,
        history: tellsHistory ? 1 : 0,
        row: span.kind === 'table-row' ? rowShare(question, text, termsOf) : 0,
        isQuestion: /[?？؟]["”’)]?$/.test(text) ? 1 : 0,
        isFragment: !explains && isFragment(sentence, sentences[at + 1]) ? 1 : 0,
        leans: explainsOnly && leansOnPrevious(text) ? 1 : 0,
        isCrumb: isCrumb(text, terms.length) ? 1 : 0,
      }
      return [{ passage, span, text, features }]
    })
  })
}

/** Of the question, as much as the row's label says, when the label says little else. */
function rowShare(question: Question, text: string, termsOf: (text: string) => string[]): number {
  const [label = '', ...others] = text.split('|').map((cell) => cell.trim()).filter((cell) => cell !== '')
  const told = termsOf(label)
  if (told.length === 0 || others.length === 0) return 0
  if (question.kind === 'number' && !others.some((cell) => /\d|unlimited|none/.test(cell))) return 0
  const asked = told.filter((term) => question.terms.some((each) => each.term === term)).length
  return (asked / told.length) * weighed(question, sharesIn(question, told))
}

/** An article or two may stand before the term. */
function beginsWith(text: string, term: string, termOf: (word: string) => string): boolean {
  return readWords(text.slice(0, 80)).some((word) => word.start <= 8 && termOf(word.text) === term)
}

/** "As follows:" needs what follows; a list item or a row need not be a sentence. */
function isFragment({ text, span }: ReadSentence, next: ReadSentence | undefined): boolean {
  if (/[:：]$/.test(text)) return next?.span.kind !== 'code' && next?.span.kind !== 'list-item'
  return span.kind === 'sentence' && !isWholeSentence(text)
}
