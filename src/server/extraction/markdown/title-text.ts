/** What a title looks like where no tag says so. */
import { SENTENCE_END } from './text-units.ts'

const MAX_CHARACTERS = 60
const MAX_QUESTION_CHARACTERS = 120
const MAX_VALUE_CHARACTERS = 25
/** A name with a price is a whole entry of a list. */
const PRICE = /[€$£¥]\s?\d|\d\s?[€$£¥]/
const QUESTION = /[?？]$/
/** "Solo", "“Tidal”"; not "2 rooms". */
const START = /^["'“‘„«(]?\p{L}/u
const LETTERS = /\p{L}{2}/u

export const STRONG: ReadonlySet<string> = new Set(['b', 'strong'])
/** In the class of a title that is no heading: "card-title", "field__label". */
export const TITLE_NAME = /(?:^|[\s_-])(?:title|heading|headline|field__label|person-name|question)(?:$|[\s_-])/i

/** True for a short line without the end of a sentence, and for a question: "Opening hours", "Do you take cash?" */
export function isTitle(line: string): boolean {
  if (QUESTION.test(line)) return line.length <= MAX_QUESTION_CHARACTERS
  if (line.length > MAX_CHARACTERS || SENTENCE_END.test(line) || PRICE.test(line)) return false
  return START.test(line) && LETTERS.test(line)
}

/** False for a value such as "£9" or "10 a.m.–5 p.m.", whose end looks like that of a sentence. */
export const isStatement = (line: string) =>
  line.length > (SENTENCE_END.test(line) ? MAX_VALUE_CHARACTERS : MAX_CHARACTERS)
