/** Lowers the scores of sections that are named as secondary: comments, links to other pages, sharing. */
import { HEADINGS } from '#server/extraction/html/html-tags.ts'
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { isProse, type PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'

/**
 * `names` is tested on class and id in words; scores of such a section are multiplied by `factor`, set by hand. A
 * section with more than `maxProseWords` is none: the id "sql-for-update-share" is made from a heading.
 */
type SecondarySection = { names: RegExp; factor: number; maxProseWords?: number }

/** "comments", "comment-list"; not "comment" of a single post. */
const COMMENTS: SecondarySection = {
  names:
    /(?:^|[-_ ])(?:comments|commentlist|commentarea|respond|disqus\w*|comment[-_ ]?(?:area|list|wrapper|section|form|container|thread|body|content|text))(?:[-_ ]|$)/,
  factor: 0.1,
}
/** "related-posts", "cross-sell"; not "relations". */
const OTHER_PAGES: SecondarySection = {
  names: /(?:^|[-_ ])(?:related|recommended|recommendations?|upsells?|cross-?sells?)(?:[-_ ]|$)/,
  factor: 0.3,
  maxProseWords: 200,
}
/** "social share", "newsletter-box"; not "shared-hosting". */
const SHARING: SecondarySection = {
  names:
    /(?:^|[-_ ])(?:share|sharing|sharedaddy|sd-block|addtoany|sharethis|post-navigation|nav-links|newsletter|subscribe)(?:[-_ ]|$)/,
  factor: 0.2,
  maxProseWords: 200,
}

/** A block above it is more likely main text than not. */
const MIN_LIKELY_SCORE = 0.5
/** With less likely prose elsewhere, such a section is the main text. */
const MIN_PROSE_ELSEWHERE_WORDS = { comments: 150, other: 50 }

/** Lowers `scores` in place, provided that enough prose elsewhere is likely main text. */
export function demoteSecondarySections({ blocks, measures }: PageBlocks, scores: number[], kind: PageKind) {
  // Comments are the main text of a forum and reviews are part of a product page.
  if (!kind.forum && !kind.product) lower(COMMENTS, MIN_PROSE_ELSEWHERE_WORDS.comments)
  lower(OTHER_PAGES, MIN_PROSE_ELSEWHERE_WORDS.other)
  lower(SHARING, MIN_PROSE_ELSEWHERE_WORDS.other)

  function lower({ names, factor, maxProseWords = Infinity }: SecondarySection, minWords: number) {
    const isInSection = ancestorTest(
      (element) => names.test(namesOf(element)) && (measures.get(element)?.prose ?? 0) <= maxProseWords,
    )
    const inSection = blocks.map((block) => isInSection(block.owner))
    if (!inSection.includes(true)) return
    let elsewhere = 0
    for (const [index, block] of blocks.entries()) {
      const isLikely = isProse(block) && (scores[index] ?? 0) > MIN_LIKELY_SCORE
      if (isLikely && !inSection[index]) elsewhere += block.words
    }
    if (elsewhere < minWords) return
    for (const [index, isIn] of inSection.entries()) if (isIn) scores[index] = (scores[index] ?? 0) * factor
  }
}

/** Tests whether an element or one of its ancestors is such a section; visits each element once. */
function ancestorTest(isSection: (element: HtmlElement) => boolean): (element: HtmlElement) => boolean {
  const cache = new Map<HtmlElement, boolean>()
  const test = (element: HtmlElement): boolean => {
    const cached = cache.get(element)
    if (cached !== undefined) return cached
    // The body is the whole page, so its name does not count.
    const result = element.parent !== null && (isSection(element) || test(element.parent))
    cache.set(element, result)
    return result
  }
  return test
}

/** Class and id in words: "relatedPosts" and "related-posts" are the same. */
function namesOf({ attributes, tag }: HtmlElement): string {
  const { class: classes = '', id: ownId = '' } = attributes
  // Generators make the id of a heading from its words.
  const id = HEADINGS.has(tag) ? '' : ownId
  if (classes === '' && id === '') return ''
  return `${classes.slice(0, 500)} ${id.slice(0, 100)}`.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
