/** The features that sentences are ranked by, each about 0 to 1. Constants without a note are set by hand. */
import type { SourcePassage } from '#server/engines/engine.ts'
import { asksAboutChanges, isChangelogTitle } from '#server/platform/text/changelogs.ts'
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { type Stemmer, stemmerFor } from '#server/platform/text/stemmer.ts'
import { passageLanguage, type Question } from './analyse-question.ts'
import { answerTypeScore, isDestructive } from './answer-type.ts'
import { bigramCoverage, rarestTerm, rarestTermMatch, termMatches, weightedCoverage } from './question-coverage.ts'
import { dependsOnPrevious, hasAnaphora, isUninformative } from './sentence-cues.ts'
import { isDefinition, nameWeight, referencingHeadings, withCrossReferences } from './subject-match.ts'

/** Coverage is the IDF-weighted share of the question's terms. */
export type SentenceFeatures = {
  /** Coverage by the sentence; similar terms and those of the heading count in part. */
  coverage: number
  /** Coverage by the last heading, times the share of the heading that the question covers. */
  headingCoverage: number
  /** Coverage by the sentence with both neighbours, title and headings. */
  nearbyCoverage: number
  /** Coverage by the whole passage, title and headings. */
  passageCoverage: number
  bigramCoverage: number
  /** Match of the question's rarest term in what `nearbyCoverage` looks at. */
  rarestTerm: number
  /** Contains an answer of the expected type. */
  answerType: number
  /** The passage's score relative to the best passage. */
  passageScore: number
  /** 1 / rank of the passage. */
  reciprocalRank: number
  /** Starts with the question's rarest term, as a definition does; longer sentences count more. */
  startsWithRarestTerm: number
  /** The passage is named after the subject of a definition question; decreases with distance from the heading. */
  subjectName: number
  /** Starts with the subject's name, followed by a defining phrase. */
  isDefinition: number
  /** On a changelog page, and the question does not ask about changes. */
  isChangelog: number
  /** May lose data, which the question does not ask for; also by the next sentence or code block. */
  isDestructive: number
  /** A table row whose label covers the question. */
  rowLabel: number
  isQuestion: number
  /** Cut at its start or end. */
  isFragment: number
  /** Incomplete without the previous sentence. */
  isDependent: number
  /** Refers elsewhere, or is too short to say anything. */
  isUninformative: number
}

export type SentenceCandidate = { passage: SourcePassage; span: SentenceSpan; text: string; features: SentenceFeatures }

/** Match of a term that only the heading contains: text below a heading rarely repeats its words. */
const HEADING_MATCH = 0.6
/** Match of a term that only the previous sentence contains, for a sentence with a pronoun. */
const ANTECEDENT_MATCH = 0.7
/** Distinct terms of a sentence from which `startsWithRarestTerm` is 1. */
const FULL_DEFINITION_TERMS = 20
/** `subjectName` by position after the heading; LATER for all further sentences, BEFORE for list items and rows above. */
const SUBJECT_POSITION_WEIGHTS = [1, 0.7, 0.5, 0.3]
const SUBJECT_WEIGHT_LATER = 0.2
const SUBJECT_WEIGHT_BEFORE = 0.3

type AnalysedSentence = { span: SentenceSpan; text: string; terms: string[]; matches: number[] }

/** Every sentence, list item and table row of the passages. Headings, defined terms and code cannot be answers. */
export function sentenceCandidates(question: Question, passages: readonly SourcePassage[]): SentenceCandidate[] {
  const bestScore = passages[0]?.score || 1
  return passages.flatMap((passage, rank) => {
    const toTerm = stemmerFor(passageLanguage(passage, passage.text))
    const termsOf = (text: string) => splitWords(text).map((word) => toTerm(word.text))
    const sentences: AnalysedSentence[] = splitSentences(passage.text).map((span) => {
      const text = passage.text.slice(span.start, span.end)
      const terms = termsOf(text)
      return { span, text, terms, matches: termMatches(question, terms) }
    })
    const firstSentence = sentences.findIndex(({ span }) => span.kind === 'sentence')

    const heading = passage.headingPath.at(-1) ?? ''
    const aliases = referencingHeadings(passage, passages, toTerm)
    const headingTerms = new Set([heading, ...aliases].flatMap(termsOf))
    const titleTerms = new Set([passage.pageTitle, ...passage.headingPath, ...aliases].flatMap(termsOf))
    const headingMatches = question.terms.map(({ term }) => (headingTerms.has(term) ? 1 : 0))
    const titleMatches = question.terms.map(({ term }) => (titleTerms.has(term) ? 1 : 0))
    const passageMatches = titleMatches.map((titleMatch, n) =>
      Math.max(titleMatch, ...sentences.map(({ matches }) => matches[n] ?? 0)),
    )
    // Approximates the share of the heading's characters that the question covers, spaces included.
    const matchedLength = question.terms.reduce(
      (sum, { term }, n) => sum + (headingMatches[n] ?? 0) * (term.length + 1),
      0,
    )
    const headingPrecision = Math.min(1, matchedLength / (heading.length + 1))

    const subject = question.subjectNames(toTerm)
    const subjectVariants = withCrossReferences(subject, passages, toTerm)
    const subjectWeight = nameWeight(passage, subjectVariants, toTerm)
    const isUnwantedChangelog = isChangelogTitle(passage.pageTitle) && !asksAboutChanges(question.text)
    // A fact is useful in a dependent sentence; an explanation is not.
    const wantsExplanation = question.answerType === 'procedure' || subject.length > 0

    return sentences.flatMap((sentence, position) => {
      const { terms, text, matches, span } = sentence
      if (span.kind === 'heading' || span.kind === 'term' || span.kind === 'code') return []
      const previous = sentences[position - 1]
      const next = sentences[position + 1]
      const nearbyMatches = titleMatches.map((titleMatch, n) =>
        Math.max(titleMatch, ...[previous, sentence, next].map((each) => each?.matches[n] ?? 0)),
      )
      const antecedentMatch = hasAnaphora(text) && span.kind === 'sentence' ? ANTECEDENT_MATCH : 0
      const ownMatches = matches.map((match, n) =>
        Math.max(match, HEADING_MATCH * (headingMatches[n] ?? 0), antecedentMatch * (previous?.matches[n] ?? 0)),
      )
      const startsWithTerm = question.answerType === 'definition' && startsWith(text, rarestTerm(question), toTerm)
      const isFirstOfEntry = position === firstSentence && previous?.span.kind === 'term'
      const defines = isDefinition(text, subjectVariants, toTerm) || (isFirstOfEntry && subjectWeight >= 1)
      const positionWeight =
        position < firstSentence
          ? SUBJECT_WEIGHT_BEFORE
          : (SUBJECT_POSITION_WEIGHTS[position - firstSentence] ?? SUBJECT_WEIGHT_LATER)
      // The score is summed in this order: another order changes its last digits.
      const features: SentenceFeatures = {
        coverage: weightedCoverage(question, ownMatches),
        headingCoverage: weightedCoverage(question, headingMatches) * headingPrecision,
        nearbyCoverage: weightedCoverage(question, nearbyMatches),
        passageCoverage: weightedCoverage(question, passageMatches),
        bigramCoverage: bigramCoverage(question, terms),
        rarestTerm: rarestTermMatch(question, nearbyMatches),
        answerType: answerTypeScore(question.answerType, text, question.text, question.language),
        passageScore: passage.score / bestScore,
        reciprocalRank: 1 / (rank + 1),
        startsWithRarestTerm: startsWithTerm ? Math.min(1, new Set(terms).size / FULL_DEFINITION_TERMS) : 0,
        subjectName: subjectWeight * positionWeight,
        isDefinition: defines ? 1 : 0,
        isChangelog: isUnwantedChangelog ? 1 : 0,
        isDestructive: isDestructive(question.answerType, `${text}\n${next?.text ?? ''}`, question.text) ? 1 : 0,
        rowLabel: span.kind === 'table-row' ? rowLabelCoverage(question, text, termsOf) : 0,
        isQuestion: /[?？؟]["”’)]?$/.test(text) ? 1 : 0,
        isFragment: !defines && isFragment(sentence, next) ? 1 : 0,
        isDependent: wantsExplanation && dependsOnPrevious(text) ? 1 : 0,
        isUninformative: isUninformative(text, terms.length) ? 1 : 0,
      }
      return [{ passage, span, text, features }]
    })
  })
}

/** Coverage by the row's first cell, times the share of that cell that the question covers. */
function rowLabelCoverage(question: Question, text: string, termsOf: (text: string) => string[]): number {
  const [label = '', ...values] = text
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const labelTerms = termsOf(label)
  if (labelTerms.length === 0 || values.length === 0) return 0
  if (question.answerType === 'number' && !values.some((cell) => /\d|unlimited|none/.test(cell))) return 0
  const matched = labelTerms.filter((term) => question.terms.some((each) => each.term === term)).length
  return (matched / labelTerms.length) * weightedCoverage(question, termMatches(question, labelTerms))
}

/** True if the text starts with the term, after at most eight characters such as an article. */
function startsWith(text: string, term: string, toTerm: Stemmer): boolean {
  return splitWords(text.slice(0, 80)).some((word) => word.start <= 8 && toTerm(word.text) === term)
}

/** "As follows:" needs a list or code after it. List items and table rows need not be complete sentences. */
function isFragment({ text, span }: AnalysedSentence, next: AnalysedSentence | undefined): boolean {
  if (/[:：]$/.test(text)) return next?.span.kind !== 'code' && next?.span.kind !== 'list-item'
  return span.kind === 'sentence' && !isCompleteSentence(text)
}
