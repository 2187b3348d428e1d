/** "Cleaning and Installing 18.1.5.": a table of contents, run together. */
const CONTENTS_ENTRY = /\s\d+(?:\.\d+)+\.?$/
const LONGEST_ENTRY = 80

/**
 * True for running text that stands alone: it neither begins nor ends in the middle. Where a script has capitals, that
 * means a capital (or a digit, a quotation, an identifier) in front; where it has full stops, one at the end.
 */
export function isWholeSentence(text: string): boolean {
  if (/^[(（]/.test(text) || /[:：]$/.test(text)) return false
  if (text.length < LONGEST_ENTRY && CONTENTS_ENTRY.test(text)) return false
  if (!isCased(text)) return true
  return !/^\p{Ll}+[\s,;.]/u.test(text) && /[.!?…。！？।؟][\])"'”’»*_`]*$/u.test(text)
}

/** By most of its letters, since a Hindi or Thai sentence may name things in Latin ones. */
function isCased(text: string): boolean {
  // Every letter of ASCII has a case: only the others are worth a look of their own.
  const beyond = text.replace(/[\x00-\x7f]+/g, '')
  if (beyond === '') return /[A-Za-z]/.test(text)
  const plain = text.replace(/[^A-Za-z]+/g, '').length
  const letters = plain + (beyond.match(/\p{L}/gu)?.length ?? 0)
  return 2 * (plain + (beyond.match(/[\p{Lu}\p{Ll}]/gu)?.length ?? 0)) > letters
}
