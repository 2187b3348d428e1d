/** The element that contains most of some blocks. */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import type { Block } from './page-blocks.ts'

/**
 * The smallest element with at least `share` of the blocks' weights, undefined when all weights are 0. Linear in the
 * number of elements.
 * @param elements parents before children
 * @param options.weights one per block, at least 0
 * @param options.share more than 0.5
 */
export function smallestContainer(
  blocks: readonly Block[],
  elements: readonly HtmlElement[],
  { weights, share }: { weights: readonly number[]; share: number },
): HtmlElement | undefined {
  const sums = new Map<HtmlElement, number>()
  const add = (element: HtmlElement, weight: number) => sums.set(element, (sums.get(element) ?? 0) + weight)
  for (const [index, { owner }] of blocks.entries()) add(owner, weights[index] ?? 0)
  const needed = share * weights.reduce((sum, weight) => sum + weight, 0)
  if (needed === 0) return undefined
  // Elements with more than half of the weight contain each other, so the last one is the smallest.
  return elements.findLast((element) => {
    const weight = sums.get(element) ?? 0
    if (weight < needed && element.parent) add(element.parent, weight)
    return weight >= needed
  })
}

/** `container` and its descendants among `elements`, which lists parents before children. */
export function elementsWithin(container: HtmlElement, elements: readonly HtmlElement[]): Set<HtmlElement> {
  const within = new Set([container])
  for (const element of elements) if (element.parent && within.has(element.parent)) within.add(element)
  return within
}
