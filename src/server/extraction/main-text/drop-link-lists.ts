/** Removes lists of links that say nothing about their page: its table of contents, and the menu above its first heading. */
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'
import { headingLevel, isProse, type Block } from './page-blocks.ts'

/** A menu has at least this many links in a row. */
const MIN_MENU_LINKS = 8
/** "Table of contents", not a sentence that introduces it. */
const MAX_LABEL_WORDS = 4
/** A link around blocks is at most this many elements above them. */
const MAX_LINK_DISTANCE = 6

export function dropLinkLists(blocks: readonly Block[], kept: boolean[]) {
  dropContents(blocks, kept)
  dropMenus(blocks, kept)
}

/** Drops links that repeat the words of a heading of the page, and the label above them. */
function dropContents(blocks: readonly Block[], kept: boolean[]) {
  const headings = new Set(blocks.filter(isHeading).map(({ text }) => nameOf(text)))
  for (const [index, block] of blocks.entries()) {
    if (isHeading(block) || !headings.has(nameOf(block.text)) || !linksOnly(block, hasFragment)) continue
    kept[index] = false
    const above = blocks[index - 1]
    if (above && isLabel(above)) kept[index - 1] = false
  }
}

/** Drops links to other pages before the first heading, unless the links are what the page has to say. */
function dropMenus(blocks: readonly Block[], kept: boolean[]) {
  const firstHeading = blocks.findIndex(isHeading)
  const prose = blocks.reduce((sum, block, index) => sum + (kept[index] && isProse(block) ? block.words : 0), 0)
  let start = 0
  let words = 0
  for (const [index, block] of blocks.slice(0, firstHeading + 1).entries()) {
    if (index < firstHeading && linksOnly(block, (href) => !isInPage(href))) {
      words += block.words
      continue
    }
    if (index - start >= MIN_MENU_LINKS && words < prose) kept.fill(false, start, index)
    start = index + 1
    words = 0
  }
}

/** Without its number and the sign of a link to the heading itself: "2.1. Locks ¶". */
const nameOf = (heading: string) => heading.replace(/^[\d.]+\s+|[\s¶#§]+$/g, '').toLowerCase()

/** Not the term of a definition: some tables of contents are lists of them. */
function isHeading(block: Block): boolean {
  const level = headingLevel(block)
  return level > 0 && level <= 6
}

/** Pages also link to their own sections with their file name: "chapter-1.html#oil". */
const hasFragment = (href: string) => href.includes('#')
const isInPage = (href: string) => /^\s*#/.test(href)

const isLabel = (block: Block) => !isHeading(block) && block.linkWords === 0 && block.words <= MAX_LABEL_WORDS

/** True if all words of the block are links with such addresses. */
function linksOnly(block: Block, isWanted: (href: string) => boolean): boolean {
  if (block.linkWords < block.words) return false
  const links = linksIn(block)
  return links.length > 0 && links.every(({ attributes }) => isWanted(attributes['href'] ?? ''))
}

function linksIn({ owner, from, to }: Block): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = (node: HtmlNode) => {
    if (typeof node === 'string') return
    if (node.tag === 'a') found.push(node)
    else for (const child of node.children) visit(child)
  }
  for (const node of owner.children.slice(from, to)) visit(node)
  let up: HtmlElement | null = owner
  for (let distance = 0; up && found.length === 0 && distance < MAX_LINK_DISTANCE; distance++) {
    if (up.tag === 'a') found.push(up)
    up = up.parent
  }
  return found
}
