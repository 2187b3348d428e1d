import { detectLanguage } from './detect-language.ts'
import { isStopWord } from './stop-words.ts'
import { fold } from './stemmer.ts'
import { splitWords } from './split-words.ts'

type Message = { role: 'user' | 'assistant'; content: string }

/** A question with this many content words is self-contained, unless it starts like a continuation. */
const SELF_CONTAINED_WORDS = 3

/** Openings of a follow-up question: and, what about, how about; und, was ist mit; et, y, e, а, и, ve … */
const CONTINUATION =
  /^(?:and|but|or|so|also|what about|how about|und|aber|oder|auch|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|och|men|og|a|и|а|но|και|αλλά|ve|ama|peki|și|și|dar|còn|thế còn|và|และ|แล้ว|और|لكن|و|那|那么|和)[\s,]/iu

/** Anaphora: words that refer to something mentioned earlier. */
const ANAPHORA = new Set(
  `it its they them their this that these those he him his she her there one ones same es sie ihn ihm ihr deren dessen
   dies diese dieser dieses das dort il elle ils elles leur cela ça celui celle ello ella ellos ellas esto eso aquello su
   sus esso essa loro questo quello он она оно они его её ее их этот эта это эти αυτό αυτή αυτός αυτά bu o bunlar onlar
   nó họ chúng nó este esta acesta aceasta acestea el ea ei`.split(/\s+/),
)

/**
 * The search query for a question: the question itself and, if it is a follow-up ("and on Windows?"), the question
 * before it, at most two questions back. `history` is oldest first.
 */
export function buildSearchQuery(question: string, history: readonly Message[]): string {
  const questions = [...history.filter(({ role }) => role === 'user').map(({ content }) => content), question]
  const parts: string[] = []
  for (let n = questions.length - 1; n >= 0 && parts.length < 3; n--) {
    const part = questions[n] ?? ''
    parts.push(part)
    if (!isFollowUp(part)) break
  }
  return parts.join(' ').trim()
}

function isFollowUp(question: string): boolean {
  const text = question.trim()
  const language = detectLanguage(text)
  const words = splitWords(text)
    .filter((word) => word.kind === 'word')
    .map((word) => fold(word.text, language))
  const contentWords = words.filter(
    (word) => !isStopWord(word, language) && !isStopWord(word, 'en') && !ANAPHORA.has(word),
  )
  if (CONTINUATION.test(`${text} `)) return contentWords.length < 2 * SELF_CONTAINED_WORDS
  if (contentWords.length < 1) return true
  return contentWords.length < SELF_CONTAINED_WORDS && words.some((word) => ANAPHORA.has(word))
}
