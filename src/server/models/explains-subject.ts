/** Whether a sentence explains what the question asks about: under its name, or beginning with it as definitions do. */
import { nameForms, namesOfPassage, pointsTo } from '#server/text/names.ts'
import type { TermReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'
import type { SourcePassage } from './engine.ts'

/** What follows the name in a definition. */
const DEFINES =
  /^[\s"”'’»)*`]*(?:\([^)]{0,40}\)\s*)?(?:[—–-]\s|(?:is|are|was|means|refers?|stands?|denotes?|describes?|specif(?:y|ies)|defines?|determines?|controls?|sets?|selects?|returns?|allows?|lets?|provides?|contains?|represents?|creates?|causes?|enables?|makes?|takes?|prints?|shows?|reads?|runs?|executes?|removes?|adds?|performs?|reclaims?|command|function|can be used|ist|sind|bezeichnet|bedeutet|war|es|son|est|sont|désigne|è|sono|é|são|este|sunt|är|er|это|—|είναι|là)\b)/iu

/** How far the passage bears one of `names`, 0 to 1. */
export function bearsName(passage: SourcePassage, names: readonly string[], termOf: TermReader): number {
  if (names.length === 0) return 0
  const own = namesOfPassage(passage, termOf)
  return Math.max(0, ...names.map((name) => own.get(name) ?? 0))
}

/** `names`, and those that a passage under one points to: "GIL" is asked, "global interpreter lock" explained. */
export function aliasedSubject(
  names: readonly string[],
  passages: readonly SourcePassage[],
  termOf: TermReader,
): string[] {
  const targets = passages.flatMap((passage) => {
    const target = pointsTo(passage.text)
    return target && bearsName(passage, names, termOf) > 0 ? nameForms(target, termOf) : []
  })
  return [...names, ...targets]
}

/** The headings of those passages that only point to this one. */
export function aliasesOf(passage: SourcePassage, passages: readonly SourcePassage[], termOf: TermReader): string[] {
  const names = namesOfPassage(passage, termOf)
  return passages.flatMap((other) => {
    const target = other === passage ? '' : pointsTo(other.text)
    return target && nameForms(target, termOf).some((name) => names.has(name)) ? (other.headingPath.at(-1) ?? []) : []
  })
}

/** True when it begins with the name, an article apart, and goes on as a definition does. */
export function beginsAsDefinition(text: string, names: readonly string[], termOf: TermReader): boolean {
  if (names.length === 0) return false
  const words = readWords(text.slice(0, 120)).filter((word) => word.start < 80)
  return words.slice(0, 8).some((word) => {
    if (!DEFINES.test(text.slice(word.end))) return false
    const opening = text.slice(0, word.end).replace(/^(?:note that|in [^,]{1,40},)\s+/iu, '')
    return nameForms(opening.replace(/^[“"'‘«(]+/, ''), termOf).some((form) => names.includes(form))
  })
}
