/** Recognizes passages and sentences that explain the subject of a definition question. */
import { definedNames, nameVariants, passageNames, crossReferenceTarget } from '#server/platform/text/names.ts'
import type { Stemmer } from '#server/platform/text/stemmer.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import type { SourcePassage } from '#server/engines/engine.ts'

/** A passive says what is done with the subject: "is opened", "is used internally"; not "is called", "is used to". */
const PASSIVE =
  /^\s(?:is|are|was|were)\s(?!(?:used (?:to|for|in|as|by|when|with)|called|defined|designed|intended|known|made|meant|based|composed|named)\b)(?:\w+ly\s)?\w{2,}(?:ed|en)\b/iu
/** After the name in a definition: " is a", " (GIL) determines", " — a lock"; not " waits for". */
const AFTER_NAME =
  /^[\s"”'’»)*`]*(?:\([^)]{0,40}\)\s*)?(?:[—–-]\s|(?:is|are|was|means|refers?|stands?|denotes?|describes?|specif(?:y|ies)|defines?|determines?|controls?|sets?|selects?|returns?|allows?|lets?|provides?|contains?|represents?|creates?|causes?|enables?|makes?|takes?|prints?|shows?|reads?|runs?|executes?|removes?|adds?|performs?|reclaims?|command|function|can be used|ist|sind|bezeichnet|bedeutet|war|es|son|est|sont|désigne|è|sono|é|são|este|sunt|är|er|это|—|είναι|là)\b)/iu

/** The highest weight that any of `names` has in the passage (`passageNames`); 0 without one. */
export function nameWeight(passage: SourcePassage, names: readonly string[], toTerm: Stemmer): number {
  if (names.length === 0) return 0
  const weights = passageNames(passage, toTerm)
  return Math.max(0, ...names.map((name) => weights.get(name) ?? 0))
}

const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}\p{N}])/gu

/** True for a question about "HEAD" and a heading "head". People who type no capitals mean either. */
export function isInOtherCase(question: string, heading: string): boolean {
  if (question === question.toUpperCase()) return false
  const words = question.match(CAPITALS) ?? []
  return words.some((word) => !heading.includes(word) && heading.toLowerCase().includes(word.toLowerCase()))
}

/** Adds the targets of cross-references under one of `names`: for "GIL" also "global interpreter lock". */
export function withCrossReferences(
  names: readonly string[],
  passages: readonly SourcePassage[],
  toTerm: Stemmer,
): string[] {
  const targets = passages
    .filter((passage) => nameWeight(passage, names, toTerm) > 0)
    .map((passage) => crossReferenceTarget(passage.text))
    .filter((target) => target !== '')
  return [...names, ...targets.flatMap((target) => nameVariants(target, toTerm))]
}

/** The headings of passages that are only a cross-reference to this one. */
export function referencingHeadings(
  passage: SourcePassage,
  passages: readonly SourcePassage[],
  toTerm: Stemmer,
): string[] {
  const names = passageNames(passage, toTerm)
  const refersHere = (other: SourcePassage) => {
    const target = other === passage ? '' : crossReferenceTarget(other.text)
    return target !== '' && nameVariants(target, toTerm).some((name) => names.has(name))
  }
  return passages
    .filter(refersHere)
    .map(({ headingPath }) => headingPath.at(-1))
    .filter((heading) => heading !== undefined)
}

/** A name ends within so many words and characters of the sentence; the margin keeps its last word whole. */
const MAX_OPENING_WORDS = 8
const MAX_OPENING_CHARACTERS = 80
const LAST_WORD_MARGIN = 40
/** Before the name: "Note that a branch is …", "In Git, a branch is …". */
const INTRODUCTION = /^(?:note that|in [^,]{1,40},)\s+/iu

/** True if the text starts with one of `names`, after an optional article, followed by a defining phrase. */
export function isDefinition(text: string, names: readonly string[], toTerm: Stemmer): boolean {
  if (names.length === 0) return false
  if (definedNames(text, toTerm).some((name) => names.includes(name))) return true
  const words = splitWords(text.slice(0, MAX_OPENING_CHARACTERS + LAST_WORD_MARGIN))
  const openingWords = words.filter(({ start }) => start < MAX_OPENING_CHARACTERS).slice(0, MAX_OPENING_WORDS)
  return openingWords.some((word) => {
    const rest = text.slice(word.end)
    if (!AFTER_NAME.test(rest) || PASSIVE.test(rest)) return false
    const opening = text.slice(0, word.end).replace(INTRODUCTION, '')
    return nameVariants(opening.replace(/^[“"'‘«(]+/, ''), toTerm).some((variant) => names.includes(variant))
  })
}
