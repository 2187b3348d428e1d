/** What to search for when a question leans on the ones before it ("and on Windows?"). */
import { detectLanguage } from './languages.ts'
import { isStopWord } from './stop-words.ts'
import { fold } from './terms.ts'
import { readWords } from './words.ts'

type Turn = { role: 'user' | 'assistant'; content: string }

/** A question with this many words of its own stands alone, unless it begins like a continuation. */
const WORDS_TO_STAND_ALONE = 3

/** Beginnings that carry on: and, what about, how about; und, was ist mit; et, y, e, а, и, ve … */
const CONTINUES =
  /^(?:and|but|or|so|also|what about|how about|und|aber|oder|auch|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|och|men|og|a|и|а|но|και|αλλά|ve|ama|peki|și|și|dar|còn|thế còn|và|และ|แล้ว|और|لكن|و|那|那么|和)[\s,]/iu

/** Words that point back at something said before. */
const POINTS_BACK = new Set(
  `it its they them their this that these those he him his she her there one ones same es sie ihn ihm ihr deren dessen
   dies diese dieser dieses das dort il elle ils elles leur cela ça celui celle ello ella ellos ellas esto eso aquello su
   sus esso essa loro questo quello он она оно они его её ее их этот эта это эти αυτό αυτή αυτός αυτά bu o bunlar onlar
   nó họ chúng nó este esta acesta aceasta acestea el ea ei`.split(/\s+/),
)

/**
 * The words to search for: the question itself, and when it cannot stand alone, the earlier question it carries on
 * (and that one's own predecessor, when it could not stand alone either). `history` is oldest first.
 */
export function searchQuery(question: string, history: readonly Turn[]): string {
  const asked = [...history.filter((turn) => turn.role === 'user').map((turn) => turn.content), question]
  const parts: string[] = []
  for (let n = asked.length - 1; n >= 0 && parts.length < 3; n--) {
    const part = asked[n] ?? ''
    parts.push(part)
    if (!leansOnEarlier(part)) break
  }
  return parts.join(' ').trim()
}

function leansOnEarlier(question: string): boolean {
  const text = question.trim()
  const language = detectLanguage(text)
  const words = readWords(text).filter((word) => word.kind === 'word').map((word) => fold(word.text, language))
  const own = words.filter((word) => !isStopWord(word, language) && !isStopWord(word, 'en') && !POINTS_BACK.has(word))
  if (CONTINUES.test(`${text} `)) return own.length < 2 * WORDS_TO_STAND_ALONE
  if (own.length < 1) return true
  return own.length < WORDS_TO_STAND_ALONE && words.some((word) => POINTS_BACK.has(word))
}
