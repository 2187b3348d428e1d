import { detectLanguage } from './detect-language.ts'
import { readMessage, refersBack } from './read-message.ts'
import { isStopWord } from './stop-words.ts'
import { fold } from './stemmer.ts'
import { splitWords } from './split-words.ts'

type Message = { role: 'user' | 'assistant'; content: string }

/** A question with this many content words is self-contained: without a word that refers back, with one, after "and". */
const SELF_CONTAINED_WORDS = { plain: 1, anaphoric: 4, continuation: 6 }

/** "Which is cheaper?" names no subject; "How high is the tower?" does. */
const MIN_STANDALONE_WORDS = 2

/** Nouns and verbs that name no subject of their own. */
const GENERIC = new Set(
  `way ways thing things example examples command commands option options kind kinds case list step steps done work works
   happen happens mean look see put get show use need want try change way weg möglichkeit beispiel beispiele befehl geht
   funktioniert ändern`.split(/\s+/),
)

/** Openings of a follow-up question: and, what about, how about; und, was ist mit; et, y, e, а, и, ve … */
const CONTINUATION =
  /^(?:and|but|or|so|also|what about|how about|und|aber|oder|auch|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|och|men|og|a|и|а|но|και|αλλά|ve|ama|peki|și|și|dar|còn|thế còn|và|และ|แล้ว|और|لكن|و|那|那么|和)[\s,]/iu

/**
 * The search query for a message: its question without the words around it and, if it is a follow-up ("and on
 * Windows?"), the question before it, at most two questions back. `history` is oldest first.
 */
export function buildSearchQuery(question: string, history: readonly Message[]): string {
  if (readMessage(question).intent !== 'question') return question.trim()
  const messages = [...history.filter(({ role }) => role === 'user').map(({ content }) => content), question]
  const questions = messages
    .map(readMessage)
    .flatMap(({ intent, question: text }) => (intent === 'question' ? text : []))
  const parts: string[] = []
  for (let n = questions.length - 1; n >= 0 && parts.length < 3; n--) {
    const part = questions[n] ?? ''
    parts.push(part)
    if (!isFollowUp(part)) break
  }
  return parts.join(' ').trim()
}

function isFollowUp(question: string): boolean {
  const { plain, anaphoric, continuation } = SELF_CONTAINED_WORDS
  const contentWords = countContentWords(question)
  if (isContinuation(question)) return contentWords < continuation
  return contentWords < (refersBack(question) ? anaphoric : plain)
}

/**
 * True if a question may mean something that only the turns before it name, more often than `buildSearchQuery` assumes:
 * for a language model, which can tell.
 */
export function mayReferBack(question: string): boolean {
  return isContinuation(question) || refersBack(question) || countContentWords(question) < MIN_STANDALONE_WORDS
}

const isContinuation = (question: string) => CONTINUATION.test(`${question.trim()} `)

function countContentWords(question: string): number {
  const language = detectLanguage(question)
  const words = splitWords(question)
    .filter((word) => word.kind === 'word')
    .map((word) => fold(word.text, language))
  return words.filter((word) => !isStopWord(word, language) && !isStopWord(word, 'en') && !GENERIC.has(word)).length
}
