/** Splits a page into text blocks, the units that are kept or removed, and measures their ancestors. */
import { isBlock } from '#server/extraction/html/html-tags.ts'
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'
import { flowingText, oneLine } from '#server/extraction/markdown/inline-text.ts'
import { createTableClassifier } from '#server/extraction/markdown/markdown-table.ts'

export type Block = {
  /** The block is the children `from` (inclusive) to `to` (exclusive) of this element. */
  owner: HtmlElement
  from: number
  to: number
  /** The text on one line. */
  text: string
  words: number
  linkWords: number
  /** Words in buttons and labels. */
  buttonWords: number
}

export type Measure = {
  words: number
  linkWords: number
  blocks: number
  images: number
  headings: number
  /** Words in blocks of prose (`isProse`). */
  prose: number
}

export type PageBlocks = {
  blocks: Block[]
  /** For every element that is or contains a block; ancestors come before descendants. */
  measures: Map<HtmlElement, Measure>
}

/** Fewer words are a label or a link. */
const MIN_PROSE_WORDS = 10
/** A text with a larger share of its words in links is a list of links. */
const MAX_PROSE_LINK_SHARE = 0.3

/** True for a text to read, as opposed to labels and lists of links. */
export function isProse({ words, linkWords }: Pick<Block, 'words' | 'linkWords'>): boolean {
  return words >= MIN_PROSE_WORDS && linkWords < words * MAX_PROSE_LINK_SHARE
}

export const isCode = (block: Block) => onlyTag(block) === 'pre'

export function isCodeOrTable(block: Block): boolean {
  const tag = onlyTag(block)
  return tag === 'pre' || tag === 'table'
}

function onlyTag({ owner, from, to }: Block): string | undefined {
  const only = to - from === 1 ? owner.children[from] : undefined
  return typeof only === 'object' ? only.tag : undefined
}

export const TERM_LEVEL = 7
export const SUMMARY_LEVEL = 8

/** 1 to 6, TERM_LEVEL for the term of a definition, SUMMARY_LEVEL for the summary of details, or 0 for other blocks. */
export function headingLevel({ owner }: Block): number {
  if (owner.tag === 'dt') return TERM_LEVEL
  if (owner.tag === 'summary' || owner.parent?.tag === 'summary') return SUMMARY_LEVEL
  return Number(/^h([1-6])$/.exec(owner.tag)?.[1] ?? 0)
}

/** All blocks of `body` with text, in order. A code block and a data table are one block each. */
export function listBlocks(body: HtmlElement): PageBlocks {
  const tables = createTableClassifier()
  const blocks: Block[] = []
  const measures = new Map<HtmlElement, Measure>()
  measure(body, 0)
  return { blocks, measures }

  function measure(element: HtmlElement, index: number): Measure {
    const sum: Measure = { words: 0, linkWords: 0, blocks: 0, images: 0, headings: 0, prose: 0 }
    measures.set(element, sum)
    if (SINGLE_BLOCK.has(element.tag) || (element.tag === 'table' && tables.isData(element))) {
      addBlock(element.parent ?? body, index, index + 1, sum)
      return sum
    }
    let from = 0
    for (const [childIndex, child] of element.children.entries()) {
      if (typeof child === 'string' || !(child.hasBlock || isBlock(child.tag))) continue
      addBlock(element, from, childIndex, sum)
      from = childIndex + 1
      const inner = measure(child, childIndex)
      sum.words += inner.words
      sum.linkWords += inner.linkWords
      sum.blocks += inner.blocks
      sum.images += inner.images
      sum.headings += inner.headings
      sum.prose += inner.prose
    }
    addBlock(element, from, element.children.length, sum)
    return sum
  }

  function addBlock(owner: HtmlElement, from: number, to: number, sum: Measure) {
    if (from === to) return
    const nodes = owner.children.slice(from, to)
    const isText = nodes.every((node) => typeof node === 'string')
    if (!isText) sum.images += countImages(nodes)
    const text = oneLine(flowingText(nodes))
    if (text === '') return
    const words = countWords(text)
    // Counting in text nodes alone finds nothing, so it is skipped.
    const wordsInTags = (tags: ReadonlySet<string>) => (isText ? 0 : Math.min(words, wordsIn(nodes, tags)))
    const linkWords = isWithin(owner, 'a') ? words : wordsInTags(LINKS)
    const block = { owner, from, to, text, words, linkWords, buttonWords: wordsInTags(BUTTONS) }
    blocks.push(block)
    sum.words += words
    sum.linkWords += block.linkWords
    sum.blocks++
    if (HEADING.test(owner.tag)) sum.headings++
    if (isProse(block)) sum.prose += words
  }
}

const SINGLE_BLOCK = new Set(['pre', 'xmp'])
const LINKS = new Set(['a'])
const BUTTONS = new Set(['button', 'label'])
const HEADING = /^h[1-6]$/
/** A link around blocks is at most this many elements above them. */
const MAX_LINK_DISTANCE = 6

function isWithin(element: HtmlElement, tag: string): boolean {
  let up: HtmlElement | null = element
  for (let distance = 0; up && distance < MAX_LINK_DISTANCE; distance++) {
    if (up.tag === tag) return true
    up = up.parent
  }
  return false
}

function wordsIn(nodes: readonly HtmlNode[], tags: ReadonlySet<string>): number {
  let words = 0
  for (const node of nodes) {
    if (typeof node === 'string') continue
    words += tags.has(node.tag) ? countWords(flowingText(node.children)) : wordsIn(node.children, tags)
  }
  return words
}

function countImages(nodes: readonly HtmlNode[]): number {
  let images = 0
  for (const node of nodes) {
    if (typeof node === 'string') continue
    images += node.tag === 'img' ? 1 : countImages(node.children)
  }
  return images
}

/** Words between white space; in writing systems without spaces, two characters count as one word. */
function countWords(text: string): number {
  let words = 0
  let unspaced = 0
  let inWord = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isSpace = code <= 0x20 || code === 0xa0 || code === 0x2028
    // Thai and Lao; Japanese and Chinese.
    const isUnspaced = (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x3040 && code <= 0x9fff)
    if (isSpace) {
      inWord = false
    } else if (isUnspaced) {
      unspaced++
      inWord = false
    } else if (!inWord) {
      inWord = true
      words++
    }
  }
  return words + Math.ceil(unspaced / 2)
}
