/** Parts of a page that say by name that they are beside its point: comments, links to other pages, sharing. */
import type { HtmlElement } from './html-element.ts'
import type { Block } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'

type Annex = { names: RegExp; factor: number }

const COMMENTS: Annex = {
  names:
    /(?:^|[-_ ])(?:comments|commentlist|commentarea|respond|disqus\w*|comment[-_ ]?(?:area|list|wrapper|section|form|container|thread|body|content|text))(?:[-_ ]|$)/,
  factor: 0.1,
}
const OTHER_PAGES: Annex = {
  names: /(?:^|[-_ ])(?:related|recommended|recommendations?|upsells?|cross-?sells?)(?:[-_ ]|$)/,
  factor: 0.3,
}
const SHARING: Annex = {
  names:
    /(?:^|[-_ ])(?:share|sharing|sharedaddy|sd-block|addtoany|sharethis|post-navigation|nav-links|newsletter|subscribe)(?:[-_ ]|$)/,
  factor: 0.2,
}

/** Without this much prose elsewhere, what calls itself an annex is the page. */
const PROSE_ELSEWHERE_WORDS = { comments: 150, other: 50 }

/** Lowers, in place, the scores of blocks in such parts, as long as there is likely main text in prose elsewhere. */
export function lowerAnnexes(blocks: readonly Block[], scores: number[], kind: PageKind) {
  // What readers say is what a thread is about, and part of what there is to know of a product.
  if (!kind.forum && !kind.product) lower(COMMENTS, PROSE_ELSEWHERE_WORDS.comments)
  lower(OTHER_PAGES, PROSE_ELSEWHERE_WORDS.other)
  lower(SHARING, PROSE_ELSEWHERE_WORDS.other)

  function lower({ names, factor }: Annex, needed: number) {
    const isWithin = withinNamed(names)
    const within = blocks.map((block) => isWithin(block.owner))
    if (!within.includes(true)) return
    let elsewhere = 0
    for (const [at, block] of blocks.entries()) {
      const isProse = block.words >= 10 && block.linkWords < block.words * 0.3
      if (!within[at] && isProse && (scores[at] ?? 0) > 0.5) elsewhere += block.words
    }
    if (elsewhere < needed) return
    for (const [at, isIn] of within.entries()) if (isIn) scores[at] = (scores[at] ?? 0) * factor
  }
}

/** True for an element that is named so or stands in one that is; each element is looked at once. */
function withinNamed(names: RegExp): (element: HtmlElement) => boolean {
  const known = new Map<HtmlElement, boolean>()
  const isWithin = (element: HtmlElement): boolean => {
    const before = known.get(element)
    if (before !== undefined) return before
    // The whole page is no annex of itself, whatever its body is called.
    const answer = element.parent !== null && (names.test(namesOf(element)) || isWithin(element.parent))
    known.set(element, answer)
    return answer
  }
  return isWithin
}

// "relatedPosts" and "related-posts" are the same two words.
function namesOf({ attributes }: HtmlElement): string {
  const { class: classes = '', id = '' } = attributes
  if (classes === '' && id === '') return ''
  return `${classes.slice(0, 500)} ${id.slice(0, 100)}`.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
