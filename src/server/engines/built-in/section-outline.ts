/** A section whose subsections answer together, shown as the list of their names and first sentences. */
import type { PagePassage, SourcePassage } from '#server/engines/engine.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { pathOf, type Place } from './answer-place.ts'

/** Fewer subsections are no list, more are a reference that is too long for an answer. Set by hand. */
const SUBSECTIONS = { min: 3, max: 15 }
const MAX_SENTENCE_LENGTH = 300

type Subsection = { passageId: string; heading: string; sentence: string }

/**
 * The outline of the section of `passage`, or of the one above it; undefined unless `isAskedFor` accepts the section's
 * heading and the section has subsections. `pagePassages` are those of the page, in order.
 */
export function outlineSection(
  passage: SourcePassage,
  pagePassages: readonly PagePassage[],
  isAskedFor: (heading: string) => boolean,
): Place | undefined {
  for (const headingPath of [passage.headingPath, passage.headingPath.slice(0, -1)]) {
    const heading = headingPath.at(-1)
    if (heading === undefined || !isAskedFor(heading)) continue
    const subsections = subsectionsOf(headingPath, pagePassages)
    const cited = subsections.find(({ sentence }) => sentence !== '')
    if (!cited || subsections.length < SUBSECTIONS.min || subsections.length > SUBSECTIONS.max) continue
    const text = subsections.map(renderSubsection).join('\n')
    const section = { ...passage, id: cited.passageId, headingPath, text }
    const parts = [{ start: 0, end: text.length }]
    return { passage: section, path: pathOf(section), answering: [], parts, claim: cited.sentence }
  }
  return undefined
}

function subsectionsOf(path: readonly string[], pagePassages: readonly PagePassage[]): Subsection[] {
  const subsections = new Map<string, Subsection>()
  for (const { id, headingPath, text } of pagePassages) {
    const heading = headingPath[path.length]
    const isBelow = path.every((each, n) => headingPath[n] === each)
    if (!isBelow || heading === undefined || subsections.has(heading)) continue
    const first = splitSentences(text).find(({ kind }) => kind === 'sentence' || kind === 'list-item')
    const sentence = first ? text.slice(first.start, first.end) : ''
    const isShort = sentence.length <= MAX_SENTENCE_LENGTH
    subsections.set(heading, { passageId: id, heading, sentence: isShort ? sentence : '' })
  }
  return [...subsections.values()]
}

function renderSubsection({ heading, sentence }: Subsection): string {
  const line = sentence.replace(/\s*\n\s*/g, ' ')
  return line === '' ? `- **${heading}**` : `- **${heading}**: ${line}`
}
