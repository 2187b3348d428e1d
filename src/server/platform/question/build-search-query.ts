import { completeQuestion } from './complete-question.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { foldedWords } from '#server/platform/text/folded-words.ts'
import { readMessage } from './read-message.ts'
import { refersBack } from './refers-back.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'

type Message = { role: 'user' | 'assistant'; content: string }

/**
 * Content words from which a question is self-contained: a plain one, one with a word such as "it" (`refersBack`), and one
 * that starts with a word such as "and". Set by hand.
 */
const SELF_CONTAINED_WORDS = { plain: 1, anaphoric: 4, continuation: 6 }

/** "Which is cheaper?" names no subject; "How high is the tower?" does. */
const MIN_STANDALONE_WORDS = 2

/** Nouns and verbs that name no subject of their own. */
const GENERIC = new Set(
  `way ways thing things example examples command commands option options kind kinds case list step steps done work works
   happen happens mean look see put get show give tell explain elaborate use need want try change syntax default defaults
   whats meaning purpose shortcut shortcuts detail details
   alternative alternatives advantage advantages disadvantage disadvantages drawback drawbacks benefit benefits limitation
   limitations alternativen vorteile nachteile einschränkungen weg möglichkeit beispiel beispiele befehl geht gibts
   funktioniert ändern erklär erkläre erklären erzähl erzähle genauer mehr standardwert bedeutung zweck tastenkürzel
   kurzbefehl`.split(/\s+/),
)

/** Openings of a follow-up question: and, what about, how about; und, was ist mit; et, y, e, а, и, ve … */
const CONTINUATION =
  /^(?:and|but|or|so|also|what about|how about|und|aber|oder|auch|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|och|men|og|a|и|а|но|και|αλλά|ve|ama|peki|și|și|dar|còn|thế còn|và|และ|แล้ว|और|لكن|و|那|那么|和)[\s,]/iu

/**
 * What a word of an earlier question counts in a search and in its answer: "And a tag?" after a question about branches
 * asks for tags. With 1 the old answer is repeated, with 0.3 follow-ups such as "how do I see a list of what I put in
 * there?" lose their subject. Set on the follow-ups of `npm run bench -- manuals`.
 */
const EARLIER_QUESTION_WEIGHT = 0.5

/** "What does an axis mean?" is not about the function `mean`. */
const ASKED_MEANING = /^what (?:does|do) .+ (?<verb>mean)[ ?!.]*$/dimu
const ASKED_MEANING_WEIGHT = 0.1

/**
 * A question with so few content words is searched with what the message says before it: "My train was late, do I get my
 * money back?", and one with a word such as "it": "My beads are green. How do I bring them back?" With three
 * and nine, irrelevant stories lose four instead of three of 120 questions about manuals.
 */
const MAX_WORDS_IN_CONTEXT = { plain: 2, anaphoric: 4 }
const CONTEXT_WEIGHT = 0.3
const CONTEXT_SEPARATOR = '\n\n'

/** A follow-up of a follow-up still has a subject in a query of three questions. */
const MAX_QUESTIONS = 3

/**
 * The search query for a message: its question without the words around it and, if it is a follow-up ("and on
 * Windows?"), the questions before it, each on a line of its own, at most two questions back. `history` is oldest first.
 */
export function buildSearchQuery(question: string, history: readonly Message[]): string {
  if (readMessage(question).intent !== 'question') return question.trim()
  const messages = [...history.filter(({ role }) => role === 'user').map(({ content }) => content), question]
  const newestFirst = messages
    .map(readMessage)
    .filter(({ intent }) => intent === 'question')
    .map((read) => read.question)
    .toReversed()
  const recent = newestFirst.slice(0, MAX_QUESTIONS)
  const selfContained = recent.findIndex((each) => !isFollowUp(each))
  const needed = selfContained === -1 ? recent : recent.slice(0, selfContained + 1)
  const query = completeQuestions(needed)
  // "What is the default?" is about what the last answer showed first.
  const section = needed.length > 1 && countContentWords(newestFirst[0] ?? '') === 0 ? shownSection(history) : ''
  return [...query, section].join('\n').trim()
}

/** "**Title › Section** [1]": the path above the first passage of an answer. */
const FIRST_PATH = /^\*\*(?<path>.+)\*\* \[1\]$/m

/** The heading of the section that the last answer quotes first; '' for an answer in other words. */
function shownSection(history: readonly Message[]): string {
  const answer = history.findLast(({ role }) => role === 'assistant')?.content ?? ''
  const heading = FIRST_PATH.exec(answer)?.groups?.['path']?.split(' › ').at(-1) ?? ''
  return heading.replace(/\\(?=[\\`*_[\]<>])/g, '')
}

/**
 * `buildSearchQuery` for the search itself. What the message says before a short question follows an empty line: it helps
 * to find passages, but an answer need not repeat it.
 */
export function buildSearchQueryInContext(question: string, history: readonly Message[]): string {
  const query = buildSearchQuery(question, history)
  const { context } = readMessage(question)
  const { plain, anaphoric } = MAX_WORDS_IN_CONTEXT
  const needsContext = !query.includes('\n') && countContentWords(query) <= (refersBack(query) ? anaphoric : plain)
  return needsContext && context !== '' ? query + CONTEXT_SEPARATOR + context : query
}

/** "And a tag?" replaces the question that it continues; other follow-ups stay before it. `questions` are newest first. */
function completeQuestions([newest = '', ...earlier]: readonly string[]): string[] {
  if (earlier.length === 0) return [newest]
  const [previous = '', ...rest] = completeQuestions(earlier)
  const completed = isContinuation(newest) ? completeQuestion(withoutContinuation(newest), previous) : undefined
  return completed === undefined ? [newest, previous, ...rest] : [completed, ...rest]
}

function isFollowUp(question: string): boolean {
  const { plain, anaphoric, continuation } = SELF_CONTAINED_WORDS
  const contentWords = countContentWords(question)
  if (isContinuation(question)) return contentWords < continuation
  return contentWords < (refersBack(question) ? anaphoric : plain)
}

/** The weight of the word at `position` of a search query: less on lines of earlier questions, of the context and for "mean". */
export function weightInQuery(query: string, position: number): number {
  if (ASKED_MEANING.exec(query)?.indices?.groups?.['verb']?.[0] === position) return ASKED_MEANING_WEIGHT
  const contextStart = query.indexOf(CONTEXT_SEPARATOR)
  if (contextStart !== -1 && position > contextStart) return CONTEXT_WEIGHT
  const end = query.indexOf('\n')
  return end === -1 || position < end ? 1 : EARLIER_QUESTION_WEIGHT
}

/**
 * True if a question may mean something that only the turns before it name, more often than `buildSearchQuery` assumes:
 * for a language model, which understands what it means.
 */
export function mayReferBack(question: string): boolean {
  return isContinuation(question) || refersBack(question) || countContentWords(question) < MIN_STANDALONE_WORDS
}

const withoutContinuation = (question: string) => `${question.trim()} `.replace(CONTINUATION, '').trim()
const isContinuation = (question: string) => CONTINUATION.test(`${question.trim()} `)

function countContentWords(question: string): number {
  const language = detectLanguage(question)
  const isContent = (word: string) => !isStopWord(word, language) && !isStopWord(word, 'en') && !GENERIC.has(word)
  return foldedWords(question, language).filter(isContent).length
}
