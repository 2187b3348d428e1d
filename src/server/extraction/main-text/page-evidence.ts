/** Finds what a page says about its main text: structured data, elements marked as bodies, where its prose is. */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { elementsWithin, smallestContainer } from './container.ts'
import { isProse, type Block } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'
import type { PageShape } from './page-shape.ts'
import { SECONDARY_HEADING, SENTENCE_END_AT_END } from './text-signals.ts'

/** Arrays have one value per block. Shares are 0 to 1. */
export type PageEvidence = ProseSequence & {
  structured: StructuredText
  /** The kind of body that an element is in according to the markup. */
  bodies: Map<HtmlElement, number>
  hasBody: boolean
  /** The nearest article element around each element. */
  articles: Map<HtmlElement, HtmlElement>
  /** The smallest element with most of the prose outside comments, and the elements in it. */
  container: HtmlElement
  inContainer: Set<HtmlElement>
}

const BODY = { none: 0, article: 1, post: 2, comment: 3 }
/** Distance to something that the page does not have. */
const FAR = 99
const CONTAINER_PROSE_SHARE = 0.7

export function findEvidence({ blocks, measures, total }: PageShape, body: HtmlElement, kind: PageKind): PageEvidence {
  const bodies = new Map<HtmlElement, number>()
  const articles = new Map<HtmlElement, HtmlElement>()
  let hasBody = false
  // Parents come before their children in this map.
  for (const element of measures.keys()) {
    const { parent } = element
    // The body's names describe the whole page.
    const own = element === body ? BODY.none : bodyKind(element)
    const inherited = (parent && bodies.get(parent)) ?? BODY.none
    bodies.set(element, own || inherited)
    if (own === BODY.article || own === BODY.post) hasBody = true
    const article = element.tag === 'article' ? element : parent && articles.get(parent)
    if (article) articles.set(element, article)
  }
  const prose = blocks.map((block) => {
    const isComment = bodies.get(block.owner) === BODY.comment
    return isParagraph(block) && !isComment ? block.words : 0
  })
  const elements = [...measures.keys()]
  const container = smallestContainer(blocks, elements, { weights: prose, share: CONTAINER_PROSE_SHARE }) ?? body
  return {
    structured: compareWithStructured(blocks, kind.text),
    bodies,
    hasBody,
    articles,
    container,
    inContainer: elementsWithin(container, elements),
    ...describeSequence(blocks, prose, total.prose || 1),
  }
}

const isParagraph = (block: Block) => isProse(block) && SENTENCE_END_AT_END.test(block.text)

// Class and id in words. The kinds in this order: a comment may contain elements named like an article.
/** "entry-content", "post body"; not "contents". */
const ARTICLE_BODY =
  /(?:^|[-_ ])(?:article|story|post|entry|news|blog)[-_ ]?(?:body|content|text|main|copy|detail|details)(?:[-_ ]|$)/
/** The names in phpBB, XenForo, vBulletin, Discourse, Reddit, Stack Exchange and Khoros; not "post". */
const POST_BODY =
  /(?:^|[-_ ])(?:postbody|post-?message|message-?body|message-?content|bbwrapper|cooked|usertext-body|s-prose|js-post-body|lia-message-body-content|topic-body|post_body|postcontent|post_message\w*|comment-content)(?:[-_ ]|$)/
/** "comments", "disqus_thread"; not "commentary". */
const COMMENT = /(?:^|[-_ ])(?:comments?|commentlist|disqus\w*|respond)(?:[-_ ]|$)/
const BODY_OF_PROPERTY: Readonly<Record<string, number>> = {
  articleBody: BODY.article,
  text: BODY.post,
  comment: BODY.comment,
}

function bodyKind({ attributes }: HtmlElement): number {
  const marked = BODY_OF_PROPERTY[attributes['itemprop'] ?? '']
  if (marked !== undefined) return marked
  const { class: classes = '', id = '' } = attributes
  if (classes === '' && id === '') return BODY.none
  const names = `${classes.slice(0, 500)} ${id.slice(0, 100)}`.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
  if (POST_BODY.test(names)) return BODY.post
  if (COMMENT.test(names)) return BODY.comment
  return ARTICLE_BODY.test(names) ? BODY.article : BODY.none
}

type StructuredText = {
  /** The share of a block's word trigrams that are in the structured text; UNKNOWN_SHARE for a shorter block. */
  shares: number[]
  /** The mean over the block and two neighbors on each side. */
  sharesAround: number[]
  /** 0 when the page has too little structured text to compare with. */
  words: number
}

const NO_TEXT_SHARE = -1
const UNKNOWN_SHARE = -0.5
const MIN_STRUCTURED_WORDS = 30
const MAX_STRUCTURED_CHARACTERS = 200_000
const SHARE_REACH_BLOCKS = 2

function compareWithStructured(blocks: readonly Block[], text: string): StructuredText {
  const withoutTags = text.slice(0, MAX_STRUCTURED_CHARACTERS).replace(/<[^<>]*>/g, ' ')
  const words = wordsOf(withoutTags)
  if (words.length < MIN_STRUCTURED_WORDS) {
    const none = blocks.map(() => NO_TEXT_SHARE)
    return { shares: none, sharesAround: none, words: 0 }
  }
  const expected = new Set(trigramsOf(words))
  const shares = blocks.map((block) => {
    const trigrams = trigramsOf(wordsOf(block.text))
    if (trigrams.length < 2) return UNKNOWN_SHARE
    return trigrams.filter((trigram) => expected.has(trigram)).length / trigrams.length
  })
  const sharesAround = shares.map((_, index) => {
    const near = shares.slice(Math.max(0, index - SHARE_REACH_BLOCKS), index + SHARE_REACH_BLOCKS + 1)
    const known = near.filter((share) => share !== UNKNOWN_SHARE)
    if (known.length === 0) return UNKNOWN_SHARE
    return known.reduce((sum, share) => sum + share, 0) / known.length
  })
  return { shares, sharesAround, words: words.length }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function trigramsOf(words: readonly string[]): string[] {
  return words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`)
}

type ProseSequence = {
  /** The share of the page's prose in long paragraphs before and after a block. */
  proseBefore: number[]
  proseAfter: number[]
  /** Blocks since and until the nearest long paragraph. */
  sinceProse: number[]
  untilProse: number[]
  /** Blocks since the last label such as "Related", "Comments" or "About the author". */
  sinceSecondary: number[]
  /** A value of SECONDARY. */
  secondary: number[]
  wordsSinceHeading: number[]
}

/** Where a block is: after such a label, under such a heading, or under a later heading of that section. */
const SECONDARY = { none: 0, afterLabel: 1, underHeading: 2, underLaterHeading: 3 }
const LONG_PARAGRAPH_WORDS = 20
const MAX_LABEL_WORDS = 9
const HEADING = /^h[1-6]$/

/** `prose` holds the words of each block that is prose, else 0; `total` is the sum that shares refer to. */
function describeSequence(blocks: readonly Block[], prose: readonly number[], total: number): ProseSequence {
  const long = prose.map((words) => (words >= LONG_PARAGRAPH_WORDS ? words : 0))
  const longTotal = long.reduce((sum, words) => sum + words, 0)
  const sequence: ProseSequence = {
    proseBefore: [],
    proseAfter: [],
    sinceProse: [],
    untilProse: distances(long.toReversed()).reverse(),
    sinceSecondary: [],
    secondary: [],
    wordsSinceHeading: [],
  }
  sequence.sinceProse = distances(long)
  let before = 0
  let lastLabel = -1
  let secondary = SECONDARY.none
  let wordsSinceHeading = 0
  for (const [index, block] of blocks.entries()) {
    const isHeading = HEADING.test(block.owner.tag)
    if (isHeading) wordsSinceHeading = 0
    if (block.words <= MAX_LABEL_WORDS && SECONDARY_HEADING.test(block.text)) {
      lastLabel = index
      secondary = isHeading ? SECONDARY.underHeading : SECONDARY.afterLabel
    } else if (isHeading) {
      secondary = secondary === SECONDARY.underHeading ? SECONDARY.underLaterHeading : SECONDARY.none
    }
    sequence.sinceSecondary.push(lastLabel === -1 ? FAR : index - lastLabel)
    sequence.secondary.push(secondary)
    sequence.wordsSinceHeading.push(wordsSinceHeading)
    sequence.proseBefore.push(before / total)
    before += long[index] ?? 0
    sequence.proseAfter.push((longTotal - before) / total)
    wordsSinceHeading += block.words
  }
  return sequence
}

/** Steps back from each position to the last earlier one with a value above 0. */
function distances(values: readonly number[]): number[] {
  let last = -Infinity
  return values.map((value, index) => {
    const distance = Math.min(FAR, index - last)
    if (value > 0) last = index
    return distance
  })
}
