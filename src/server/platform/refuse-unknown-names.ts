import { OperatorError } from './operator-error.ts'
import { editDistance } from './text/edit-distance.ts'

/**
 * First words of settings that are also the namespaces of other software: only near misses of a setting are refused.
 */
const FOREIGN_NAMESPACES = new Set(['CHROMIUM', 'DATA', 'DATABASE', 'LOG', 'OPENAI', 'STRIPE'])
/**
 * First words that other software uses too: here a name counts as a misspelled setting only if its second word matches.
 */
const COMMON_FIRST_WORDS = new Set([
  'ADMIN',
  'ALLOW',
  'APP',
  'DEFAULT',
  'MAIL',
  'MODEL',
  'OLD',
  'REQUEST',
  'RETRY',
  'SLOW',
  'TRUST',
])
/** What people write for a setting although its letters differ too much, without underscores. */
const WRONG_FORMS: Readonly<Record<string, string>> = {
  OPENAIKEY: 'OPENAI_API_KEY',
  OPENAIMODELNAME: 'OPENAI_MODEL',
  STRIPEKEY: 'STRIPE_SECRET_KEY',
  DATADIRECTORY: 'DATA_DIR',
  DATAFOLDER: 'DATA_DIR',
  ROLES: 'ROLE',
  READERS: 'READER',
  PROT: 'PORT',
}
/** In a name this long, two wrong letters are still a misspelling; in a shorter one, another word. */
const LONG_NAME_LENGTH = 18

/**
 * Throws OperatorError for a name that is probably a misspelling of a `known` setting, which would otherwise be ignored
 * silently. The variables of other software are accepted.
 */
export function refuseUnknownNames(names: string[], known: string[]) {
  for (const name of names) {
    if (known.includes(name)) continue
    const meant =
      WRONG_FORMS[lettersOf(name)] ?? known.find((setting) => isNearMiss(name, setting)) ?? findSameStart(name, known)
    if (meant) throw new OperatorError(`${name} is not a setting of Readback; did you mean ${meant}?`)
  }
}

/**
 * Whether only case, underscores, hyphens or a letter differ. One-word names such as HOST are too short for the latter
 * two.
 */
function isNearMiss(name: string, setting: string): boolean {
  if (name.toUpperCase() === setting) return true
  if (!setting.includes('_')) return false
  const [given, expected] = [lettersOf(name), lettersOf(setting)]
  const maxEdits = expected.length >= LONG_NAME_LENGTH ? 2 : 1
  return editDistance(given, expected, maxEdits) <= maxEdits
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[_-]/g, '')

/** The setting with the longest common start among those that the name resembles by its first words. */
function findSameStart(name: string, known: string[]): string | undefined {
  return known
    .filter((setting) => startsAlike(name, setting))
    .toSorted((a, b) => commonPrefixLength(b, name) - commonPrefixLength(a, name))[0]
}

function startsAlike(name: string, setting: string): boolean {
  if (!name.includes('_')) return false
  if (setting.startsWith(name)) return true
  const [[first, second], [settingFirst = '', settingSecond]] = [words(name), words(setting)]
  if (first !== settingFirst || FOREIGN_NAMESPACES.has(settingFirst)) return false
  return !COMMON_FIRST_WORDS.has(settingFirst) || second === settingSecond
}

/** In the singular, so that ADMIN_EMAIL resembles ADMIN_EMAILS. */
const words = (name: string) => name.split('_').map((word) => word.replace(/S+$/, ''))

function commonPrefixLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
