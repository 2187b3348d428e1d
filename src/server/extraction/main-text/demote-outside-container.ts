/** Lowers the scores of blocks outside the element that holds an article: teasers, lists of stories, notices. */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { elementsWithin, smallestContainer } from './container.ts'
import type { Block } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'

/** The element must hold this share of the likely prose. */
const CONTAINER_SHARE = 0.8
/** With fewer words of likely prose, the element that holds them says little. */
const MIN_PROSE_WORDS = 100
const FACTOR = 0.1

/** Lowers `scores` in place. `elements` lists parents before children. */
export function demoteOutsideContainer(
  blocks: readonly Block[],
  elements: readonly HtmlElement[],
  scores: number[],
  kind: PageKind,
) {
  // The posts of a forum and the panels of a product page are often siblings without a container of their own.
  if (!kind.article || kind.product || kind.forum) return
  const weights = blocks.map(({ words, linkWords }, index) => {
    const score = scores[index] ?? 0
    return words >= 10 && linkWords < words * 0.3 && score > 0.5 ? words * score : 0
  })
  if (weights.reduce((sum, weight) => sum + weight, 0) < MIN_PROSE_WORDS) return
  const container = smallestContainer(blocks, elements, { weights, share: CONTAINER_SHARE })
  if (!container) return
  const within = elementsWithin(container, elements)
  for (const [index, { owner }] of blocks.entries())
    if (!within.has(owner)) scores[index] = (scores[index] ?? 0) * FACTOR
}
