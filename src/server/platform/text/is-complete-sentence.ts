/** "Cleaning and Installing 18.1.5.", an entry of a table of contents; not "It is planned for 2.6." */
const CONTENTS_ENTRY = /(?<!\s\p{Ll}+)\s\d+(?:\.\d+)+\.?$/u
const MAX_ENTRY_LENGTH = 80
/** "and then, "; not "clock_timestamp() returns". */
const LOWER_CASE_START = /^\p{Ll}+[\s,;.]/u
/** "It ends.", "Why?”", "**Done!**", "It ended.[3]"; not "It ends". */
const TERMINAL_PUNCTUATION = /[.!?…。！？।؟](?:[\])"'”’»*_`]|\[\d{1,3}\])*$/u

/**
 * False for a sentence that was cut at its start or end. In writing systems with capitals, a complete sentence starts with a
 * capital, a digit, a quotation mark or an identifier, and ends with terminal punctuation.
 */
export function isCompleteSentence(text: string): boolean {
  const isParenthesis = /^[(（]/.test(text)
  const introducesMore = /[:：]$/.test(text)
  if (isParenthesis || introducesMore) return false
  if (text.length < MAX_ENTRY_LENGTH && CONTENTS_ENTRY.test(text)) return false
  if (!isCasedText(text)) return true
  return !LOWER_CASE_START.test(text) && TERMINAL_PUNCTUATION.test(text)
}

/** Decided by the majority of letters: a Hindi or Thai sentence may contain Latin names. */
function isCasedText(text: string): boolean {
  // All ASCII letters are cased, so the slow Unicode pattern only runs on the rest.
  const nonAscii = text.replace(/[\x00-\x7f]+/g, '')
  if (nonAscii === '') return /[A-Za-z]/.test(text)
  const asciiLetters = text.replace(/[^A-Za-z]+/g, '').length
  const letters = asciiLetters + (nonAscii.match(/\p{L}/gu)?.length ?? 0)
  return 2 * (asciiLetters + (nonAscii.match(/[\p{Lu}\p{Ll}]/gu)?.length ?? 0)) > letters
}
