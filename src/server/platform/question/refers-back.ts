/** Recognizes words that refer to something mentioned earlier, which linguists call anaphora: "it", "the second one". */
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { foldedWords } from '#server/platform/text/folded-words.ts'
import { anyOf } from '#server/platform/text/patterns.ts'

/** By language: "es" is a pronoun in German and "is" in Spanish, "il" a pronoun in French and an article in Italian. */
const ANAPHORA: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'it its they them their this that these those he him his she her there one ones same',
    de: `es sie ihn ihm ihr deren dessen dies diese dieser dieses das dort dafür dazu davon dabei daran darauf daraus darin
      darüber hierfür hierzu`,
    fr: 'il elle ils elles leur leurs cela ça ceci celui celle ceux celles lui',
    es: 'él ella ello ellos ellas esto eso aquello su sus',
    it: 'esso essa essi esse loro questo quello',
    pt: 'ele ela eles elas isso isto aquilo seu sua',
    ru: 'он она оно они его её ее их этот эта это эти',
    el: 'αυτό αυτή αυτός αυτά',
    tr: 'bu o bunlar onlar',
    vi: 'nó họ chúng',
    ro: 'este esta acesta aceasta acestea el ea ei',
  }).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
)

/** "this site": the selected pages. */
const SELECTED_PAGES = String.raw`\b(?:this|diese[rsmn]?) (?:(?:web)?site|documentation|docs|manual|product|dokumentation|webseite|handbuch|produkts?)\b`
/** "there are", "is there", "gibt es", "y a-t-il"; not "over there", "wo ist es", "est-il gratuit". */
const EXISTENCE = anyOf(
  String.raw`\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b`,
  String.raw`\bgibt es\b(?! da\b)|\bes gibt\b|\b(?:geht|handelt) es (?:sich )?um\b|\bist es (?:möglich|erlaubt)\b`,
  String.raw`\bil (?:y a|faut|existe|est possible)\b|\by a(?:-t-il)?\b|\b(?:faut|existe-t)-il\b|\best-il possible\b`,
  String.raw`\bci (?:sono|sarà)\b|\bc['’]è\b`,
)
/** Words before a "that" which points to something: "use that". */
const BEFORE_POINTING_THAT = [
  'have|has|had|do|does|did|is|was|are|can|could|should|would|will|must',
  'of|with|in|on|for|about|to|like|than|after|before',
  'use|using|get|see|and|or|but|so|why|when|how|if|only|not',
].join('|')
/** "the one that failed"; not "That failed", "use that" or "cap that?". */
const RELATIVE_THAT = String.raw`(?<!^|\b(?:${BEFORE_POINTING_THAT})\s+)\bthat\b(?!\s*(?:[.,;:?!]|$))`
const NOT_ANAPHORIC = new RegExp([SELECTED_PAGES, EXISTENCE, RELATIVE_THAT].join('|'), 'giu')

/** "the second one", "the latter", "the whole thing"; not "a second one". */
const ORDINAL_REFERENCE =
  /\b(?:the|der|die|das) (?:first|second|third|last|other|former|latter|same|(?:whole|entire)(?= thing)|erste|zweite|dritte|letzte|andere)n?(?: (?:one|thing|kind|option|way|case|method|form|type|variant|command))?\b/iu
/**
 * "kann man die auch löschen", "wozu braucht man die?", "wie füge ich eine hinzu?"; not "kann man die Hilfslinie
 * löschen".
 */
const GERMAN_DEMONSTRATIVE = new RegExp(
  String.raw`\b(?:ich|man|wir|braucht?|brauche) (?:die|den|der|dem|eine|einen|eins|welche)` +
    String.raw`(?=(?: ${anyOf('ab|an|auf|aus|ein|fest|frei|her|hinzu|los|um|vor|weg|zu|zurück|zusammen')})?\s*[?!.]*$` +
    String.raw`| ${anyOf('auch|wieder|noch|dann|jetzt|denn|nicht|nur|einfach|später|danach|selbst|überhaupt|automatisch|dauerhaft')} )`,
  'iu',
)

/** Spanish and Italian: "llevarla", "portarlo"; not "charla". */
const INFINITIVE_WITH_PRONOUN = /(?<!\p{L})\p{L}{3,}[aei]rl[aeio]s?(?!\p{L})/iu

/** The words of `language` that refer to something, case-folded; those of English if it has none here. */
function anaphoraOf(language: string): ReadonlySet<string> {
  return ANAPHORA[language] ?? ANAPHORA['en'] ?? new Set()
}

/** `word` is a case-folded one of `text`. */
export const isAnaphora = (word: string, text: string) => anaphoraOf(detectLanguage(text)).has(word)

/**
 * True if the text has a word such as "it" or "the second one". "There is" and a relative "that" refer to nothing, and
 * "this site" to the selected pages.
 */
export function refersBack(text: string): boolean {
  const rest = text.replace(NOT_ANAPHORIC, '')
  if ([ORDINAL_REFERENCE, GERMAN_DEMONSTRATIVE, INFINITIVE_WITH_PRONOUN].some((each) => each.test(rest))) return true
  const anaphora = anaphoraOf(detectLanguage(text))
  return foldedWords(rest).some((word) => anaphora.has(word))
}
