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
    const outline = createOutline(passage, headingPath, subsectionsOf(headingPath, pagePassages))
    if (outline) return outline
  }
  return undefined
}

/** A section whose subsections are mostly kinds of one thing; with a smaller share they only mention it. Set by hand. */
const MIN_SHARE_OF_KINDS = 0.7

/**
 * The outline of a section of the page whose subsections are kinds of one thing, "AcceptHeaderVersioning" and
 * "URLPathVersioning"; undefined without one. `isKind` says so of a heading.
 */
export function outlineKinds(
  passage: SourcePassage,
  pagePassages: readonly PagePassage[],
  isKind: (heading: string) => boolean,
): Place | undefined {
  const sections = new Map<string, readonly string[]>()
  for (const { headingPath } of pagePassages) {
    const kind = headingPath.findIndex(isKind)
    if (kind >= 0) sections.set(headingPath.slice(0, kind).join('\n'), headingPath.slice(0, kind))
  }
  for (const path of sections.values()) {
    const subsections = subsectionsOf(path, pagePassages)
    const kinds = subsections.filter(({ heading }) => isKind(heading))
    if (kinds.length < subsections.length * MIN_SHARE_OF_KINDS) continue
    const outline = createOutline(passage, path, kinds)
    if (outline) return outline
  }
  return undefined
}

function createOutline(
  passage: SourcePassage,
  headingPath: readonly string[],
  subsections: readonly Subsection[],
): Place | undefined {
  const cited = subsections.find(({ sentence }) => sentence !== '')
  if (!cited || subsections.length < SUBSECTIONS.min || subsections.length > SUBSECTIONS.max) return undefined
  const text = subsections.map(renderSubsection).join('\n')
  const section = { ...passage, id: cited.passageId, headingPath: [...headingPath], text }
  const parts = [{ start: 0, end: text.length }]
  return { passage: section, path: pathOf(section), answering: [], parts, claim: cited.sentence }
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
