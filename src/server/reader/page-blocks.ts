/** Cuts a page's tree into its blocks of text, the units that are kept or left out, and measures what holds them. */
import { isBlock } from './html-tags.ts'
import type { HtmlElement, HtmlNode } from './html-element.ts'
import { oneLine, rawText } from './inline-text.ts'
import { judgeTables } from './markdown-table.ts'

export type Block = {
  /** The element in which it stands, as its children `from` up to, not including, `to`. */
  owner: HtmlElement
  from: number
  to: number
  /** On one line. */
  text: string
  words: number
  /** Words within links, and within buttons and labels. */
  linkWords: number
  buttonWords: number
}

export type Measure = {
  words: number
  linkWords: number
  blocks: number
  images: number
  headings: number
  prose: number
}

export type PageBlocks = {
  blocks: Block[]
  /** For every element that holds or is a block. */
  measures: Map<HtmlElement, Measure>
}

/** All blocks of `body` that have any text, in order. A code block and a table of data are one block each. */
export function listBlocks(body: HtmlElement): PageBlocks {
  const tables = judgeTables()
  const blocks: Block[] = []
  const measures = new Map<HtmlElement, Measure>()
  measure(body, 0)
  return { blocks, measures }

  function measure(element: HtmlElement, place: number): Measure {
    const sum: Measure = { words: 0, linkWords: 0, blocks: 0, images: 0, headings: 0, prose: 0 }
    measures.set(element, sum)
    if (WHOLE.has(element.tag) || (element.tag === 'table' && tables.isData(element))) {
      addBlock(element.parent ?? body, place, place + 1, sum)
      return sum
    }
    let from = 0
    for (const [at, child] of element.children.entries()) {
      if (typeof child === 'string' || !(child.hasBlock || isBlock(child.tag))) continue
      addBlock(element, from, at, sum)
      from = at + 1
      const inner = measure(child, at)
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
    const isBare = nodes.every((node) => typeof node === 'string')
    if (!isBare) sum.images += countImages(nodes)
    const text = oneLine(rawText(nodes, true))
    if (text === '') return
    const words = countWords(text)
    const linkWords = isWithin(owner, 'a') ? words : isBare ? 0 : wordsIn(nodes, LINKS)
    const buttonWords = isBare ? 0 : Math.min(words, wordsIn(nodes, BUTTONS))
    const block = { owner, from, to, text, words, linkWords: Math.min(words, linkWords), buttonWords }
    blocks.push(block)
    sum.words += words
    sum.linkWords += block.linkWords
    sum.blocks++
    if (HEADING.test(owner.tag)) sum.headings++
    if (words >= 10 && block.linkWords < words * 0.3) sum.prose += words
  }
}

const WHOLE = new Set(['pre', 'xmp'])
const LINKS = new Set(['a'])
const BUTTONS = new Set(['button', 'label'])
const HEADING = /^h[1-6]$/
function isWithin(element: HtmlElement, tag: string): boolean {
  for (let at: HtmlElement | null = element, up = 0; at && up < 6; at = at.parent, up++) if (at.tag === tag) return true
  return false
}

function wordsIn(nodes: readonly HtmlNode[], tags: ReadonlySet<string>): number {
  let words = 0
  for (const node of nodes) {
    if (typeof node === 'string') continue
    words += tags.has(node.tag) ? countWords(rawText(node.children, true)) : wordsIn(node.children, tags)
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

/** Runs between white space; of scripts that put none between words, every two characters. */
export function countWords(text: string): number {
  let words = 0
  let unspaced = 0
  let inWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code === 0xa0 || code === 0x2028) inWord = false
    else if (code >= 0x0e00 && (code <= 0x0eff || (code >= 0x3040 && code <= 0x9fff))) {
      unspaced++
      inWord = false
    } else if (!inWord) {
      inWord = true
      words++
    }
  }
  return words + Math.ceil(unspaced / 2)
}
