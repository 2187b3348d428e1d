/** Places of an answer that follow each other on their page are shown as one. */
import type { PagePassage, SourcePassage } from '#server/engines/engine.ts'
import { createPlace, mergeAdjacent, type Place } from './answer-place.ts'
import { joinPassages } from './continue-list.ts'
import { claimOf } from './render-place.ts'
import { dependsOnPrevious } from './sentence-cues.ts'

/**
 * A place is read as one with the passage after it, and with the one before it if it starts in the middle of a thought,
 * where they are shown anyway.
 */
export function joinNeighbors(
  places: readonly Place[],
  pageOf: (passage: SourcePassage) => readonly PagePassage[],
): Place[] {
  const joined: Place[] = []
  for (const place of places) {
    const page = pageOf(place.passage)
    const index = joined.findIndex((each) => isReadWith(each, place, page))
    const better = joined[index]
    if (better) joined[index] = joinPlaces(better, place, page)
    else joined.push(place)
  }
  return joined
}

function isReadWith(better: Place, neighbor: Place, page: readonly PagePassage[]): boolean {
  const distance = distanceInSection(better.passage, neighbor.passage, page)
  return distance === 1 || (distance === -1 && dependsOnPrevious(better.passage.text))
}

/** Characters up to which a place may be only the start of an explanation, and those that it has with what follows. */
const SHORT_PLACE = { max: 400, maxWithNext: 1200 }
/** The same of a place whose section is what the question asks about. */
const ASKED_SECTION = { max: 1400, maxWithNext: 1800 }

/**
 * The place with what follows on its page: with the first subsections below it if it is short, "Clear the selection"
 * and how that is done, and with the rest of its section if the question asks about that.
 */
export function addWhatFollows(
  place: Place,
  page: readonly PagePassage[],
  { wholeSection }: { wholeSection: boolean },
): Place {
  const { id, headingPath } = place.passage
  const limits = wholeSection ? ASKED_SECTION : SHORT_PLACE
  const position = page.findIndex((each) => each.id === id)
  let extended = place
  for (const next of position === -1 ? [] : page.slice(position + 1)) {
    const length = lengthOf(extended)
    const isBelow = headingPath.every((heading, n) => heading === next.headingPath[n])
    const isSubsection = isBelow && next.text.startsWith('#')
    const isRest = wholeSection && isBelow && next.headingPath.length === headingPath.length
    if ((!isSubsection && !isRest) || length > limits.max || length + next.text.length > limits.maxWithNext) break
    if (extended.passage.text.includes(next.text)) continue
    extended = appendPlace(extended, createPlace({ ...place.passage, ...next }, [], { wants: null, wholeSection }))
  }
  return extended
}

const lengthOf = ({ parts }: Place) => parts.reduce((sum, { start, end }) => sum + end - start, 0)

/** The number of passages from one to the other in page order; null if they are not in the same section. */
function distanceInSection(one: SourcePassage, other: SourcePassage, page: readonly PagePassage[]): number | null {
  if (one.pageId !== other.pageId || one.headingPath.join('\n') !== other.headingPath.join('\n')) return null
  const [from = -1, to = -1] = [one, other].map(({ id }) => page.findIndex((each) => each.id === id))
  return from < 0 || to < 0 ? null : to - from
}

/** The better place with the text of its neighbor; it is cited for what it was cited for alone. */
function joinPlaces(better: Place, neighbor: Place, page: readonly PagePassage[]): Place {
  const isNext = distanceInSection(better.passage, neighbor.passage, page) === 1
  const joined = isNext ? appendPlace(better, neighbor) : appendPlace(neighbor, better)
  return { ...joined, passage: { ...joined.passage, id: better.passage.id }, claim: claimOf(better) }
}

/** A place with the one after it, cited for what the first is cited for. */
function appendPlace(first: Place, second: Place): Place {
  const { joined, offset } = joinPassages(first.passage, second.passage)
  const moved = <Span extends { start: number; end: number }>(span: Span) => ({
    ...span,
    start: span.start + offset,
    end: span.end + offset,
  })
  return {
    ...first,
    passage: joined,
    answering: [...first.answering, ...second.answering.map((each) => ({ ...each, span: moved(each.span) }))],
    parts: mergeAdjacent([...first.parts, ...second.parts.map(moved)], joined.text),
    claim: claimOf(first),
  }
}
