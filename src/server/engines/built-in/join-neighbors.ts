/** Places of an answer that follow each other on their page are shown as one. */
import type { PagePassage, SourcePassage } from '#server/engines/engine.ts'
import { mergeAdjacent, type Place } from './answer-place.ts'
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

/** The number of passages from one to the other in page order; null if they are not in the same section. */
function distanceInSection(one: SourcePassage, other: SourcePassage, page: readonly PagePassage[]): number | null {
  if (one.pageId !== other.pageId || one.headingPath.join('\n') !== other.headingPath.join('\n')) return null
  const [from = -1, to = -1] = [one, other].map(({ id }) => page.findIndex((each) => each.id === id))
  return from < 0 || to < 0 ? null : to - from
}

/** The better place with the text of its neighbor; it is cited for what it was cited for alone. */
function joinPlaces(better: Place, neighbor: Place, page: readonly PagePassage[]): Place {
  const isNext = distanceInSection(better.passage, neighbor.passage, page) === 1
  const [first, second] = isNext ? [better, neighbor] : [neighbor, better]
  const { joined, offset } = joinPassages(first.passage, second.passage)
  const moved = <Span extends { start: number; end: number }>(span: Span) => ({
    ...span,
    start: span.start + offset,
    end: span.end + offset,
  })
  return {
    ...first,
    passage: { ...joined, id: better.passage.id },
    answering: [...first.answering, ...second.answering.map((each) => ({ ...each, span: moved(each.span) }))],
    parts: mergeAdjacent([...first.parts, ...second.parts.map(moved)], joined.text),
    claim: claimOf(better),
  }
}
