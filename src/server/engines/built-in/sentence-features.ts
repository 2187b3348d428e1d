/** The features that sentences are ranked by, each about 0 to 1. Constants without a note are set by hand. */
import type { SourcePassage } from '#server/engines/engine.ts'
import { asksAboutChanges, isInChangelog } from '#server/platform/text/changelogs.ts'
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import type { SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import type { Stemmer } from '#server/platform/text/stemmer.ts'
import {
  type AnalyzedPassage,
  type AnalyzedSentence,
  analyzePassage,
  highestMatches,
  isQuestion,
  type Matches,
  valueMatches,
} from './analyze-passage.ts'
import type { Question } from './analyze-question.ts'
import { answerTypeScore, isDestructive } from './answer-type.ts'
import {
  bigramCoverage,
  coverageOnPage,
  rarestTerm,
  rarestTermMatch,
  termMatches,
  weightedCoverage,
} from './question-coverage.ts'
import { CLOSED } from './value-words.ts'
import { dependsOnPrevious, isUninformative, mayReferToPrevious } from './sentence-cues.ts'
import type { AnswerType } from './question-type.ts'
import { isDefinition } from './subject-match.ts'

/** Coverage is the IDF-weighted share of the question's terms. Features of a yes or no are 1 or 0. */
export type SentenceFeatures = {
  /** Coverage by the sentence; similar terms and those of the heading count in part. */
  coverage: number
  /** Coverage by the last heading, times the share of the heading that the question covers. */
  headingCoverage: number
  /** Coverage by the sentence with both neighbors, title and headings. */
  nearbyCoverage: number
  /** Coverage by the whole passage, title and headings. */
  passageCoverage: number
  /** Share of the question's pairs of neighboring terms that are also neighbors in the sentence. */
  bigrams: number
  /** How well the text of `nearbyCoverage` matches the question's rarest term. */
  nearbyRarestTerm: number
  /** How likely the sentence contains an answer of the expected type. */
  answerType: number
  /** The passage's score relative to the best passage. */
  passageScore: number
  /** 1 for a sentence of the best passage, 1/2 of the second, 1/3 of the third … */
  reciprocalRank: number
  /** The sentence starts with the question's rarest term, as a definition does; longer sentences count more. */
  startsWithRarestTerm: number
  /** The passage is named after the subject of a definition question; decreases with distance from the heading. */
  subjectName: number
  /** The sentence starts with the subject's name and a defining phrase, or begins the entry of the subject in a list. */
  definition: number
  /** The page is a changelog, and the question does not ask about changes. */
  changelog: number
  /** The sentence or the code below it may lose data, and the question does not ask for that. */
  destructive: number
  /**
   * Coverage by the label of a value, with the title for a line and the header for a row, times the share of the label
   * that the question covers.
   */
  label: number
  /** The sentence is a question itself. */
  question: number
  /** The sentence is cut at its start or end. */
  fragment: number
  /** The question asks for an explanation, and the sentence is incomplete without the previous one. */
  dependent: number
  /** The sentence only refers to another place, or is too short to state anything. */
  uninformative: number
}

export type SentenceCandidate = { passage: SourcePassage; span: SentenceSpan; text: string; features: SentenceFeatures }

/** Match of a term that only the heading contains: text below a heading rarely repeats its words. */
const HEADING_MATCH = 0.6
/** Match of a term that only the question has which the sentence answers: an answer rarely repeats its words. */
const ANSWERED_QUESTION_MATCH = 0.9
/** Match of a term that only the previous sentence contains: a pronoun such as "it" may refer to the term. */
const PRONOUN_MATCH = 0.7
/** Coverage of a question whose terms are all in a sentence, in their own or a similar form. */
const FULL_COVERAGE = 0.95
/** Coverage of a question by a short item of a list that states something about it: "New: Podman support". */
const SHORT_ITEM_COVERAGE = 0.65
/** Distinct terms of a sentence from which `startsWithRarestTerm` is 1. */
const FULL_DEFINITION_TERMS = 20
/** `subjectName` by position after the heading; LATER for all further sentences, BEFORE for list items and rows above. */
const SUBJECT_POSITION_WEIGHTS = [1, 0.7, 0.5, 0.3]
const SUBJECT_WEIGHT_LATER = 0.2
const SUBJECT_WEIGHT_BEFORE = 0.3

/** Headings, defined terms and code cannot be answers. */
const NEVER_ANSWERS: ReadonlySet<SentenceSpan['kind']> = new Set(['heading', 'term', 'code'])

/** Every sentence, list item and table row of the passages, which are sorted, best first. */
export function sentenceCandidates(question: Question, passages: readonly SourcePassage[]): SentenceCandidate[] {
  const bestScore = passages[0]?.score || 1
  return passages.flatMap((passage, index) => {
    const analyzed = analyzePassage(question, passage, passages)
    const passageFeatures = {
      headingCoverage:
        coverageOnPage(question, analyzed.headingMatches, analyzed.pageTitleMatches) * analyzed.headingPrecision,
      passageCoverage: weightedCoverage(question, analyzed.passageMatches),
      passageScore: passage.score / bestScore,
      reciprocalRank: 1 / (index + 1),
      changelog: toNumber(isInChangelog(passage) && !asksAboutChanges(question.text)),
    }
    return analyzed.sentences
      .filter(({ span }) => !NEVER_ANSWERS.has(span.kind))
      .map((sentence): SentenceCandidate => {
        const features = { ...passageFeatures, ...sentenceFeatures(question, sentence, analyzed) }
        return { passage, span: sentence.span, text: sentence.text, features }
      })
  })
}

/** The features that differ between the sentences of a passage. */
function sentenceFeatures(question: Question, sentence: AnalyzedSentence, passage: AnalyzedPassage) {
  const { position, span, text, terms } = sentence
  const { subjectNames, subjectWeight, toTerm, toNameTerm } = passage
  const previous = passage.sentences[position - 1]
  const next = passage.sentences[position + 1]
  const asked = sentence.answers === null ? undefined : passage.sentences[sentence.answers]
  const header = sentence.header === null ? undefined : passage.sentences[sentence.header]

  const neighbors = [previous, sentence, next, asked, header].filter((each) => each !== undefined)
  const nearbyMatches = highestMatches([passage.titleMatches, ...neighbors.map((each) => each.matches)])
  const isEntryStart = position === passage.firstSentence && passage.startsEntry && subjectWeight >= 1
  const defines = isEntryStart || isDefinition(text, subjectNames, toNameTerm)
  // A fact is useful in a dependent sentence; an explanation is not.
  const wantsExplanation = question.answerType === 'procedure' || subjectNames.length > 0

  const labeled = labeledValue(text, span.kind)
  const label = labeled ? labelCoverage(question, labeled, { passage, header }) : 0
  const { matches } = sentence
  // "We take no cheques." is short too, but has all that is asked. "Guests are free." has so by chance for "guests".
  const isShortAnswer =
    span.kind === 'list-item'
      ? weightedCoverage(question, matches) >= SHORT_ITEM_COVERAGE
      : span.kind === 'sentence' &&
        question.terms.length > 1 &&
        isCompleteSentence(text) &&
        weightedCoverage(question, matches) >= FULL_COVERAGE
  // "Weight: 15.9 kg" and "SAML SSO | – | ✓" are short, but state what the question asks.
  const isAskedValue = label > 0 && !sentence.isTableHeader

  // A table of labels and values may begin with one of them.
  const isHeaderOfColumns = sentence.isTableHeader && labeled?.values.length !== 1

  return {
    coverage: coverageOnPage(
      question,
      matchesInContext(sentence, { previous, asked, header }, passage.headingMatches),
      passage.pageTitleMatches,
    ),
    nearbyCoverage: weightedCoverage(question, nearbyMatches),
    bigrams: bigramCoverage(question, terms),
    nearbyRarestTerm: rarestTermMatch(question, nearbyMatches),
    answerType: answerTypeScore(question.answerType, text, question.text, question.language),
    startsWithRarestTerm: rarestTermStart(question, sentence, toTerm),
    subjectName: subjectWeight * positionWeight(position, passage.firstSentence),
    definition: toNumber(defines),
    destructive: toNumber(isDestructive(question.answerType, `${text}\n${next?.text ?? ''}`, question.text)),
    label,
    question: toNumber(isQuestion(text)),
    fragment: toNumber(!defines && !isAskedValue && isFragment(sentence, { previous, next })),
    dependent: toNumber(wantsExplanation && dependsOnPrevious(text)),
    uninformative: toNumber(
      isHeaderOfColumns || (!isAskedValue && !isShortAnswer && isUninformative(text, terms.length)),
    ),
  }
}

const toNumber = (condition: boolean) => (condition ? 1 : 0)

/**
 * Terms of the heading count in part, as do those of the question that the sentence answers, those of the header above a
 * row, and for a sentence with a pronoun those of the previous sentence.
 */
function matchesInContext(
  { span, text, matches }: AnalyzedSentence,
  { previous, asked, header }: Record<'previous' | 'asked' | 'header', AnalyzedSentence | undefined>,
  headingMatches: Matches,
): Matches {
  const previousWeight = span.kind === 'sentence' && mayReferToPrevious(text) ? PRONOUN_MATCH : 0
  return matches.map((match, n) => {
    const inHeading = HEADING_MATCH * (headingMatches[n] ?? 0)
    const inPrevious = previousWeight * (previous?.matches[n] ?? 0)
    const inQuestion = ANSWERED_QUESTION_MATCH * (asked?.matches[n] ?? 0)
    const inHeader = HEADING_MATCH * (header?.matches[n] ?? 0)
    return Math.max(match, inHeading, inPrevious, inQuestion, inHeader)
  })
}

/** See `SentenceFeatures.startsWithRarestTerm`. */
function rarestTermStart(question: Question, { text, terms }: AnalyzedSentence, toTerm: Stemmer): number {
  if (question.answerType !== 'definition' || !startsWith(text, rarestTerm(question), toTerm)) return 0
  return Math.min(1, new Set(terms).size / FULL_DEFINITION_TERMS)
}

/** An article and a quotation mark before the first term: `The “`, `Eine «`. */
const MAX_ARTICLE_LENGTH = 8
/** Enough for the article and the first term: splitting the whole text into words would take longer. */
const OPENING_LENGTH = 80

/** True if the text starts with the term, apart from an article. */
function startsWith(text: string, term: string, toTerm: Stemmer): boolean {
  const opening = splitWords(text.slice(0, OPENING_LENGTH)).filter((word) => word.start <= MAX_ARTICLE_LENGTH)
  return opening.some((word) => toTerm(word.text) === term)
}

function positionWeight(position: number, firstSentence: number): number {
  if (position < firstSentence) return SUBJECT_WEIGHT_BEFORE
  return SUBJECT_POSITION_WEIGHTS[position - firstSentence] ?? SUBJECT_WEIGHT_LATER
}

/** A table row, "Weight | 15.9 kg | 16.2 kg", or a line, "Weight: 15.9 kg". */
type LabeledValue = { label: string; values: string[]; isLine: boolean }

/** "Weight: 15.9 kg", "32 cm: sold out", "**Glass**: Clear"; not a sentence with more than a short name and a short value. */
const LABELED_LINE = /^[^\p{L}\p{N}]{0,4}(?<label>(?:\d+ )?\p{L}[^:.!?|\n]{1,40}): +(?<value>\S.{0,60})$/u

function labeledValue(text: string, kind: SentenceSpan['kind']): LabeledValue | null {
  return kind === 'table-row' ? labeledRow(text) : labeledLine(text)
}

function labeledRow(text: string): LabeledValue | null {
  const cells = text.split('|').map((cell) => cell.trim())
  const [label, ...values] = cells.filter((cell) => cell !== '')
  if (label === undefined || values.length === 0) return null
  return { label, values, isLine: false }
}

function labeledLine(text: string): LabeledValue | null {
  const { label, value } = LABELED_LINE.exec(text)?.groups ?? {}
  if (label === undefined || value === undefined) return null
  return { label, values: [value], isLine: true }
}

/** Of English and German; "May" is rather the verb. */
const MONTH =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|märz|april|june|juni|july|juli|august|sept(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
/** "10 MB", "unlimited", "closed", "mid-July"; not "yes". */
const QUANTITY = new RegExp(String.raw`\d|\b(?:unlimited|none|unbegrenzt|keine?|${MONTH})\b|${CLOSED.source}`, 'i')
/** Types of answer that contain a quantity: those to "how many" and "when". */
const QUANTITY_TYPES: ReadonlySet<AnswerType> = new Set(['number', 'time'])
/**
 * Match of a term that only the title or headings above a line contain, "lantern" for "Weight: 15.9 kg" of a lantern, or
 * the header of a table above its row.
 */
const ABOVE_MATCH = 0.8

/** See `SentenceFeatures.label`. */
function labelCoverage(
  question: Question,
  { label, values, isLine }: LabeledValue,
  { passage, header }: { passage: AnalyzedPassage; header: AnalyzedSentence | undefined },
): number {
  const needsQuantity = QUANTITY_TYPES.has(question.answerType)
  if (needsQuantity && !values.some((value) => QUANTITY.test(value))) return 0

  // "Mon – Fri" is about a Tuesday.
  const valued = valueMatches(question, label)
  // "They are the same thing: relations." is no label for a thing.
  const labelTerms = isLine ? passage.termsOf(label) : passage.contentTermsOf(label)
  if (labelTerms.length === 0) return 0
  const isAsked = (labelTerm: string) =>
    question.terms.some(
      ({ term, related, namesSite }) => !namesSite && (term === labelTerm || related.includes(labelTerm)),
    )
  const askedShare = valued.some((match) => match > 0) ? 1 : labelTerms.filter(isAsked).length / labelTerms.length

  const aboveMatches = isLine ? passage.titleMatches : (header?.matches ?? [])
  const matches = termMatches(question, labelTerms).map((match, n) =>
    Math.max(match, valued[n] ?? 0, ABOVE_MATCH * (aboveMatches[n] ?? 0)),
  )
  return askedShare * coverageOnPage(question, matches, passage.pageTitleMatches)
}

/** "As follows:" needs a list or code after it. List items and table rows need not be complete sentences. */
function isFragment(
  { text, span }: AnalyzedSentence,
  { previous, next }: Record<'previous' | 'next', AnalyzedSentence | undefined>,
): boolean {
  const isIntroduction = /[:：]$/.test(text)
  if (isIntroduction) return next?.span.kind !== 'code' && next?.span.kind !== 'list-item'
  // "The default is" may go on in an example.
  if (next?.span.kind === 'code' && isCompleteSentence(`${text}.`)) return false
  if (span.kind !== 'sentence' || isCompleteSentence(text)) return false
  // "git stash saves the changes." begins with the name of a command: after a heading nothing is cut.
  return previous?.span.kind !== 'heading' || !isCompleteSentence(capitalized(text))
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
