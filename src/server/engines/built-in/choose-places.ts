import type { PagePassage, SourcePassage } from '#server/engines/engine.ts'
import { toPlainForm } from '#server/platform/question/question-forms/question-forms.ts'
import { isInGlossary } from '#server/platform/text/definitions.ts'
import { askedContactDetails, hasContactDetail } from '#server/platform/text/contact-details.ts'
import { ACCEPTED_ANSWER, plainName } from '#server/platform/text/names.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'
import { isQuestion } from './analyze-passage.ts'
import type { Question } from './analyze-question.ts'
import { createPlace, type Place } from './answer-place.ts'
import { MIN_VALUE_MATCH } from './answer-type.ts'
import type { ChosenAnswer } from './choose-answer.ts'
import { continueList } from './continue-list.ts'
import { termMatches, weightedCoverage } from './question-coverage.ts'
import { addWhatFollows, joinNeighbors } from './join-neighbors.ts'
import { hasCosines, type RankedSentence } from './rank-sentences.ts'
import { outlineKinds, outlineSection } from './section-outline.ts'
import { headerBefore } from './table-header.ts'
import { contrasts, contrastsWithPrevious, endsWithColon, enumerates } from './sentence-cues.ts'
import { asksForPrice, hasPrice } from './value-words.ts'

const MAX_PLACES = 3
/** A further passage without a chosen sentence needs this share of the best passage's score. */
const MIN_RELATIVE_SCORE = 0.7
/** A line with a word that is not a heading; an icon alone does not count. */
const HAS_WORDS = /^(?!#{1,6} ).*[\p{L}\p{N}]/mu
/** Types whose answer contains a value. */
const VALUE_TYPES: ReadonlySet<string> = new Set(['number', 'default'])
/** Coverage of a comparison by a sentence that names both sides. */
const MIN_COVERAGE_OF_BOTH = 0.75
/**
 * What the order of the places depends on: the passage's score relative to the best one, which counts more if it is of
 * words and meaning, the score of its best sentence,
 * the best match of the expected type, how well a label is asked for, an entry of a glossary about the asked subject, and
 * a heading that is the question. The last three are set by hand, the others were fitted on 1,456 questions about five
 * manuals and 72 websites and measured on the manuals and websites left out (docs/benchmarks.md, "Which place comes first").
 */
const PLACE_WEIGHTS = {
  search: 20,
  searchWithMeaning: 40,
  sentence: 1,
  answerType: 4,
  label: 6,
  glossary: 6,
  sameQuestion: 12,
}
/** What a heading counts that is the question word for word. */
const SAME_WORDS = 2
/** What a heading counts that asks the same as the question in a few other words. */
const SIMILAR_QUESTION = 0.7
/** Share of the content words that such a heading and the question have in common. */
const MIN_SHARED_TERMS = 0.8
/** Taken off a place in a changelog, unless the question asks what changed: a page that says how things are comes first. */
const CHANGELOG_PENALTY = 4
/** Taken off a place without a price, or without a phone number or address, if the question asks for one. */
const MISSING_PRICE_PENALTY = 6
const MISSING_CONTACT_PENALTY = 12
/** Share of the question that the heading of an outlined section covers, and that of a section shown whole. */
const MIN_HEADING_COVERAGE = { outlined: 0.5, whole: 0.7 }

/** The passages of pages by page id, each in page order. */
type PassagesByPage = ReadonlyMap<string, readonly PagePassage[]>

/**
 * The places to show, best first: for a list the outline of a section, then passages. A list or table that goes on in
 * the next passages of its page is shown whole if `pages` has them.
 */
export function choosePlaces(
  chosen: ChosenAnswer,
  passages: readonly SourcePassage[],
  pages: PassagesByPage = new Map(),
): Place[] {
  const shown = shownPassages(chosen, passages)
  const pageOf = ({ pageId }: SourcePassage) => pages.get(pageId) ?? []

  const wants = chosen.compared.length > 0 ? null : wantedUnits(chosen.question)
  const outline = wants === 'list' ? firstOutline(chosen, shown, pageOf) : undefined
  const placeOf = (passage: SourcePassage): Place => {
    const place = createPlace(continueList(passage, pageOf(passage)), shownSentences(chosen, passage), {
      wants,
      wholeSection: isAskedSection(passage, chosen.question),
    })
    const tableHeader = headerBefore(passage, pageOf(passage))
    return tableHeader === '' ? place : { ...place, tableHeader }
  }
  const all = shown.map(placeOf)
  const places = all.filter(({ passage }, n) => {
    const earlier = all.slice(0, n)
    return !earlier.some((each) => contains(each.passage, passage))
  })
  if (outline) return [outline, ...inOrder(places.slice(0, MAX_PLACES - 1), chosen, passages)]
  if (chosen.compared.length > 0) return places
  const acceptedAnswerTo = (passage: SourcePassage) => acceptedAnswer(passage, passages, pageOf(passage))
  const withAnswers = inOrder(places, chosen, passages).map((place) => {
    const answer = acceptedAnswerTo(place.passage)
    return answer ? (places.find(({ passage }) => passage.id === answer.id) ?? placeOf(answer)) : place
  })
  const [first, ...others] = joinNeighbors([...new Set(withAnswers)], pageOf)
  if (!first || !asksForExplanation(chosen.question)) return first ? [first, ...others] : []
  const wholeSection = isAskedSection(first.passage, chosen.question)
  const explained = addWhatFollows(first, pageOf(first.passage), { wholeSection })
  return [explained, ...others.filter(({ passage }) => !contains(explained.passage, passage))]
}

/** True unless a sentence with a value or a definition answers. */
const asksForExplanation = (question: Question | undefined) =>
  question?.answerType === 'procedure' || question?.answerType === 'any'

/** True if the section is what the question asks about: its heading has most of the question's words. */
function isAskedSection({ headingPath }: SourcePassage, question: Question | undefined): boolean {
  if (!question || !asksForExplanation(question)) return false
  return headingCoverage(headingPath.at(-1) ?? '', question) >= MIN_HEADING_COVERAGE.whole
}

/**
 * For a post in which the user's question is asked: the answer on its page that the forum marks, as its best passage.
 * `page` has the passages of the page, in order.
 */
function acceptedAnswer(
  asked: SourcePassage,
  passages: readonly SourcePassage[],
  page: readonly PagePassage[],
): SourcePassage | undefined {
  const isAnswer = ({ headingPath }: PagePassage) => headingPath.at(-1)?.endsWith(ACCEPTED_ANSWER) === true
  const answers = page.filter(isAnswer)
  const [start] = answers
  const first = page.find(({ headingPath }) => headingPath.length === start?.headingPath.length)
  if (!start || isAnswer(asked) || first?.headingPath.at(-1) !== asked.headingPath.at(-1)) return undefined
  const found = passages.find(({ id }) => answers.some((answer) => answer.id === id))
  return found ?? { ...asked, ...start }
}

function wantedUnits(question: Question | undefined): 'list' | 'steps' | null {
  if (question?.answerType === 'list') return 'list'
  return question?.answerType === 'procedure' ? 'steps' : null
}

/** The place that most likely answers first: the search knows it better than the score of a sentence. */
function inOrder(
  places: readonly Place[],
  { question, ranked }: ChosenAnswer,
  passages: readonly SourcePassage[],
): Place[] {
  const bestScore = passages[0]?.score ?? 0
  const missingValuePenalty = valuePenalty(question?.text ?? '')
  const searchWeight = hasCosines(passages) ? PLACE_WEIGHTS.searchWithMeaning : PLACE_WEIGHTS.search
  const score = ({ passage }: Place) => {
    // A list that was continued is in a passage of the same id.
    const sentences = ranked.filter((sentence) => sentence.passage.id === passage.id)
    const bestSentence = Math.max(0, ...sentences.map((sentence) => sentence.score))
    const answerType = Math.max(0, ...sentences.map(({ features }) => features.answerType))
    const label = Math.max(0, ...sentences.map(({ features }) => features.label))
    const entry = isInGlossary(passage) ? Math.max(0, ...sentences.map(({ features }) => features.subjectName)) : 0
    const isInChangelog = sentences.some(({ features }) => features.changelog > 0)
    const ofSearch = bestScore > 0 ? passage.score / bestScore : 0
    return (
      searchWeight * ofSearch +
      PLACE_WEIGHTS.sentence * bestSentence +
      PLACE_WEIGHTS.answerType * answerType +
      PLACE_WEIGHTS.label * label +
      PLACE_WEIGHTS.glossary * entry +
      PLACE_WEIGHTS.sameQuestion * sameQuestion(passage, question) -
      (isInChangelog ? CHANGELOG_PENALTY : 0) -
      missingValuePenalty(passage.text)
    )
  }
  const scores = new Map(places.map((place) => [place, score(place)]))
  return places.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
}

/** What is taken off a text that lacks the kind of value that the question asks for. */
function valuePenalty(question: string): (text: string) => number {
  if (asksForPrice(question)) return (text) => (hasPrice(text) ? 0 : MISSING_PRICE_PENALTY)
  const [detail] = askedContactDetails(question)
  if (detail) return (text) => (hasContactDetail(text, detail) ? 0 : MISSING_CONTACT_PENALTY)
  return () => 0
}

/** SAME_WORDS if the heading of the passage is the question, SIMILAR_QUESTION if they share most content words, else 0. */
function sameQuestion({ headingPath }: SourcePassage, question: Question | undefined): number {
  const heading = plainName(headingPath.at(-1) ?? '')
  if (question === undefined || !isQuestion(heading)) return 0
  const { language, text } = question
  const wordsOf = (each: string) => splitWords(each).map((word) => fold(word.text, language))
  const [asked, answered] = [wordsOf(text), wordsOf(toPlainForm(heading))]
  if (asked.join(' ') === answered.join(' ')) return SAME_WORDS
  const termsOf = (words: string[]) =>
    new Set(words.filter((word) => !isStopWord(word, language)).map(stemmerFor(language)))
  const [askedTerms, terms] = [termsOf(asked), termsOf(answered)]
  const shared = [...askedTerms].filter((term) => terms.has(term)).length
  return shared >= Math.max(askedTerms.size, terms.size, 1) * MIN_SHARED_TERMS ? SIMILAR_QUESTION : 0
}

/** The sentence that states what is asked, the chosen ones of the passage, or else its best one. */
function shownSentences(
  { question, sentences, ranked, compared }: ChosenAnswer,
  passage: SourcePassage,
): RankedSentence[] {
  const rankedHere = ranked.filter((sentence) => sentence.passage === passage)
  if (compared.includes(passage)) return explaining(rankedHere)
  const stating = statingSentence(question, rankedHere)
  if (stating) return [stating]
  const answering = sentences.filter((sentence) => sentence.passage === passage)
  return answering.length > 0 ? answering : rankedHere.slice(0, 1)
}

/**
 * The sentence that most likely gives a default, or enumerates what is asked for: it repeats fewer words of the
 * question than those around it.
 */
function statingSentence(
  question: Question | undefined,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  if (question?.answerType === 'list') return ranked.find(({ text }) => enumerates(text))
  if (question?.answerType !== 'default') return undefined
  const [best] = ranked.toSorted((a, b) => b.features.answerType - a.features.answerType)
  return best && best.features.answerType >= MIN_VALUE_MATCH ? best : undefined
}

/**
 * The sentence that contrasts the sides of a comparison or is about both, or else the first of the passage, which says
 * what one side is. "The two properties are:" announces an answer and gives none.
 */
function explaining(all: readonly RankedSentence[]): RankedSentence[] {
  const statements = all.filter(({ features, text }) => features.question === 0 && !endsWithColon(text))
  const ranked = statements.length > 0 ? statements : all
  const isAboutBoth = ({ features }: RankedSentence) => features.coverage >= MIN_COVERAGE_OF_BOTH
  const contrasting = ranked.find(
    (each) => contrastsWithPrevious(each.text) || (isAboutBoth(each) && contrasts(each.text)),
  )
  if (contrasting) return [contrasting]
  const [best] = ranked
  if (best && isAboutBoth(best)) return [best]
  return ranked.toSorted((a, b) => a.span.start - b.span.start).slice(0, 1)
}

/** True if a list that was continued already shows the other passage. */
function contains(passage: SourcePassage, other: SourcePassage): boolean {
  return passage.pageId === other.pageId && passage.text.includes(other.text.trimEnd())
}

/**
 * The passage of the best sentence, those of the best ones with a value if one is expected, of the other chosen
 * sentences, and the next best passages. One more than MAX_PLACES if it is the best passage or on a page shown already.
 */
function shownPassages({ question, sentences, ranked, compared }: ChosenAnswer, passages: readonly SourcePassage[]) {
  if (compared.length > 0) return compared
  const bestScore = passages[0]?.score ?? 0
  const further = passages.filter(({ text, score }) => score >= bestScore * MIN_RELATIVE_SCORE && HAS_WORDS.test(text))
  const withValue = VALUE_TYPES.has(question?.answerType ?? '') ? valueSentences(ranked) : []
  const ofSentences = [...sentences.slice(0, 1), ...withValue, ...sentences].map(({ passage }) => passage)
  const candidates = [...new Set([...ofSentences, ...further])]
  const shown = candidates.slice(0, MAX_PLACES)
  const others = candidates.slice(MAX_PLACES)
  const isOnShownPage = ({ pageId }: SourcePassage) => shown.some((each) => each.pageId === pageId)
  const extra = others.find((each) => each === passages[0] || isOnShownPage(each))
  return extra ? [...shown, extra] : shown
}

/** The best sentences with a value in two passages: the first may hold the value of something else. */
function valueSentences(ranked: readonly RankedSentence[]): RankedSentence[] {
  const withValue = ranked.filter(({ features }) => features.answerType >= MIN_VALUE_MATCH)
  const [first] = withValue
  if (!first) return []
  const second = withValue.find(({ passage }) => passage !== first.passage)
  return second ? [first, second] : [first]
}

function firstOutline(
  { question }: ChosenAnswer,
  shown: readonly SourcePassage[],
  pageOf: (passage: SourcePassage) => readonly PagePassage[],
): Place | undefined {
  if (!question) return undefined
  const kind = askedKind(question)
  if (kind !== undefined) {
    for (const passage of shown) {
      const outline = outlineKinds(passage, pageOf(passage), (heading) => isKindOf(kind, heading, question))
      if (outline) return outline
    }
  }
  for (const passage of shown) {
    const outline = outlineSection(
      passage,
      pageOf(passage),
      (heading) => headingCoverage(heading, question) >= MIN_HEADING_COVERAGE.outlined,
    )
    if (outline) return outline
  }
  return undefined
}

/** The term of the thing whose kinds are asked for; undefined for "Which settings control the versioning scheme?" */
function askedKind(question: Question): string | undefined {
  const named = question.terms.filter(({ term, namesSite }) => !namesSite && !isGeneric(term, question))
  return named.length === 1 ? named[0]?.term : undefined
}

/** What a question for a list may call the things: "Which index types are there?" asks for indexes. */
const GENERIC_NOUNS =
  'type kind sort scheme style class method mode option format variant backend strategy level art klasse'.split(' ')

function isGeneric(term: string, { language }: Question): boolean {
  const toTerm = stemmerFor(language)
  return GENERIC_NOUNS.some((noun) => toTerm(noun) === term)
}

/** True if the last word of the heading, or of a name in it, is the term: "GIN Indexes", "URLPathVersioning". */
function isKindOf(term: string, heading: string, { language }: Question): boolean {
  const words = splitWords(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).filter(({ kind }) => kind === 'word')
  return words.length > 1 && stemmerFor(language)(words.at(-1)?.text ?? '') === term
}

function headingCoverage(heading: string, question: Question): number {
  const toTerm = stemmerFor(question.language)
  const terms = splitWords(heading).map(({ text }) => toTerm(text))
  return weightedCoverage(question, termMatches(question, terms))
}
