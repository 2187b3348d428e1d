/** Removes lists of links that say nothing about their page: its table of contents, and menus of its site. */
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'
import { HEADINGS } from '#server/extraction/html/html-tags.ts'
import { isProse, type Block } from './page-blocks.ts'

/** A menu has at least this many links in a row. */
const MIN_MENU_LINKS = 8
/** "Table of contents", not a sentence that introduces it. */
const MAX_LABEL_WORDS = 4
/** A link around blocks is at most this many elements above them. */
const MAX_LINK_DISTANCE = 6

/** Changes `kept`. `isOwnAddress` ignores the fragment. */
export function dropLinkLists(blocks: readonly Block[], kept: boolean[], isOwnAddress: (href: string) => boolean) {
  dropContents(blocks, kept, isOwnAddress)
  dropMenus(blocks, kept, isOwnAddress)
}

/** Drops links that repeat the words of a kept heading of the page, and their label, also where it stands alone. */
function dropContents(blocks: readonly Block[], kept: boolean[], isOwnAddress: (href: string) => boolean) {
  const keptHeadings = blocks.filter((block, index) => kept[index] && isHeading(block))
  const headings = new Set(keptHeadings.map(({ text }) => nameOf(text)))
  for (const [index, block] of blocks.entries()) {
    if (!isHeading(block) && CONTENTS_LABEL.test(block.text)) kept[index] = false
    if (isHeading(block) || !headings.has(nameOf(block.text))) continue
    const links = linksOnly(block)
    if (links.length === 0 || !links.every((href) => href.includes('#') && isOwnAddress(href))) continue
    kept[index] = false
    const above = blocks[index - 1]
    if (above && isLabel(above)) kept[index - 1] = false
  }
}

/**
 * Drops links to other pages in a row if one of them leads to the page itself, which lists of what belongs to a page have
 * no reason for, or if they are above the first heading and not most of what the page says.
 */
function dropMenus(blocks: readonly Block[], kept: boolean[], isOwnAddress: (href: string) => boolean) {
  const firstHeading = blocks.findIndex(isHeading)
  const prose = blocks.reduce((sum, block, index) => sum + (kept[index] && isProse(block) ? block.words : 0), 0)
  let menu = { start: 0, words: 0, hasOwn: false }
  for (let index = 0; index <= blocks.length; index++) {
    const block = blocks[index]
    const links = block && !isHeading(block) ? linksOnly(block).filter((href) => !isInPage(href)) : []
    if (block && links.length > 0) {
      menu.words += block.words
      menu.hasOwn ||= links.some((href) => !href.includes('#') && isOwnAddress(href))
      continue
    }
    const isMenu = menu.hasOwn || (index <= firstHeading && menu.words < prose)
    if (index - menu.start >= MIN_MENU_LINKS && isMenu) kept.fill(false, menu.start, index)
    menu = { start: index + 1, words: 0, hasOwn: false }
  }
}

/** Without its number and the sign of a link to the heading itself: "2.1. Locks ¶". */
const nameOf = (heading: string) => heading.replace(/^[\d.]+\s+|[\s¶#§]+$/g, '').toLowerCase()

const isHeading = ({ owner }: Block) => HEADINGS.has(owner.tag)

const isInPage = (href: string) => /^\s*#/.test(href)

/** Another heading above the contents is the title of the page. */
const CONTENTS_HEADING =
  /^(?:(?:short |full )?table of contents|contents|(?:on|in) this (?:page|article)|inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des matières|índice|tabla de contenidos?|indice|sumário|содержание|目次|目录)$/iu

/** Says nothing without its list; "Contents" may be what a box holds. */
const CONTENTS_LABEL =
  /^(?:table of contents|(?:on|in) this (?:page|article)|subsections|inhaltsverzeichnis|auf dieser seite|table des matières|sur cette page|tabla de contenidos?|en esta página|目次|目录)$/iu

const isLabel = (block: Block) =>
  isHeading(block) ? CONTENTS_HEADING.test(block.text) : block.linkWords === 0 && block.words <= MAX_LABEL_WORDS

/** The addresses of a block all of whose words are links; empty for another block. */
function linksOnly(block: Block): string[] {
  return block.linkWords < block.words ? [] : addressesIn(block)
}

function addressesIn({ owner, from, to }: Block): string[] {
  const addresses: string[] = []
  // An anchor without an address is the target of a link.
  const add = ({ attributes }: HtmlElement) => {
    if (attributes['href']) addresses.push(attributes['href'])
  }
  const visit = (node: HtmlNode) => {
    if (typeof node === 'string') return
    if (node.tag === 'a') add(node)
    else for (const child of node.children) visit(child)
  }
  for (const node of owner.children.slice(from, to)) visit(node)
  let up: HtmlElement | null = owner
  for (let distance = 0; up && addresses.length === 0 && distance < MAX_LINK_DISTANCE; distance++) {
    if (up.tag === 'a') add(up)
    up = up.parent
  }
  return addresses
}
