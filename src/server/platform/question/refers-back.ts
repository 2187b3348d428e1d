/** Recognises words that refer to something mentioned earlier, which linguists call anaphora: "it", "the second one". */
import { foldedWords } from '#server/platform/text/folded-words.ts'

const ANAPHORA = new Set(
  `it its they them their this that these those he him his she her there one ones same es sie ihn ihm ihr deren dessen
   dies diese dieser dieses das dort dafür dazu davon dabei daran darauf daraus darin darüber hierfür hierzu il elle ils
   elles leur cela ça celui celle ello ella ellos ellas esto eso aquello su sus esso essa loro questo quello он она оно они его её ее их этот эта это эти αυτό αυτή αυτός αυτά bu o bunlar onlar
   nó họ chúng nó este esta acesta aceasta acestea el ea ei`.split(/\s+/),
)

/** "this site": the selected pages. */
const SELECTED_PAGES = String.raw`\b(?:this|diese[rsmn]?) (?:(?:web)?site|documentation|docs|manual|product|dokumentation|webseite|handbuch|produkts?)\b`
/** "there are", "is there"; not "over there". */
const EXISTENCE = String.raw`\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b`
/** Words before a "that" which points to something: "use that". */
const BEFORE_POINTING_THAT = [
  'have|has|had|do|does|did|is|was|are|can|could|should|would|will|must',
  'of|with|in|on|for|about|to|like|than|after|before',
  'use|using|get|see|and|or|but|so|why|when|how|if|only|not',
].join('|')
/** "the one that failed"; not "That failed", "use that" or "cap that?". */
const RELATIVE_THAT = String.raw`(?<!^|\b(?:${BEFORE_POINTING_THAT})\s+)\bthat\b(?!\s*(?:[.,;:?!]|$))`
const NOT_ANAPHORIC = new RegExp([SELECTED_PAGES, EXISTENCE, RELATIVE_THAT].join('|'), 'giu')

/** "the second one", "the latter"; not "a second one". */
const ORDINAL_REFERENCE =
  /\b(?:the|der|die|das) (?:first|second|third|last|other|former|latter|same|erste|zweite|dritte|letzte|andere)n?(?: (?:one|kind|option|way|case|method|form|type|variant|command))?\b/iu
/** "kann man die auch löschen", "wozu braucht man die?"; not "kann man die Hilfslinie löschen". */
const GERMAN_DEMONSTRATIVE =
  /\b(?:ich|man|wir|braucht?|brauche) (?:die|den|der|dem|eine|einen|eins|welche)(?=\s*[?!.]*$| (?:auch|wieder|noch|dann|jetzt|denn|nicht|nur|einfach|später|danach|selbst|überhaupt|automatisch|dauerhaft) )/iu

/** `word` is case-folded. */
export const isAnaphora = (word: string) => ANAPHORA.has(word)

/**
 * True if the text has a word such as "it" or "the second one". "There is" and a relative "that" refer to nothing, and
 * "this site" to the selected pages.
 */
export function refersBack(text: string): boolean {
  const rest = text.replace(NOT_ANAPHORIC, '')
  if (ORDINAL_REFERENCE.test(rest) || GERMAN_DEMONSTRATIVE.test(rest)) return true
  return foldedWords(rest).some((word) => ANAPHORA.has(word))
}
