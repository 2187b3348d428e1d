/** Removes lists of links that say nothing about their page: its table of contents, and menus of its site. */
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'
import { HEADINGS } from '#server/extraction/html/html-tags.ts'
import { isProse, type Block } from './page-blocks.ts'

/** A menu has at least this many links in a row. */
const MIN_MENU_LINKS = 8
/** "Table of contents", not a sentence that introduces it. */
const MAX_LABEL_WORDS = 4
/** With more, it is a text. */
const MAX_PLACE_WORDS = 40
const PLACE_SEPARATOR = /\s[>›»→]\s/
/** "Topics covered in this document:", with a colon at its end. */
const MAX_INTRODUCTION_WORDS = 10
/** A link around blocks is at most this many elements above them. */
const MAX_LINK_DISTANCE = 6

/** Changes `kept`. `isOwnAddress` ignores the fragment. */
export function dropLinkLists(blocks: readonly Block[], kept: boolean[], isOwnAddress: (href: string) => boolean) {
  dropContents(blocks, kept, isOwnAddress)
  dropMenus(blocks, kept, isOwnAddress)
  dropPlace(blocks, kept)
  for (const [index, block] of blocks.entries()) if (isLanguageMenu(block)) kept[index] = false
}

/** Drops links that repeat the words of a kept heading of the page, and their label, also where it stands alone. */
function dropContents(blocks: readonly Block[], kept: boolean[], isOwnAddress: (href: string) => boolean) {
  const keptHeadings = blocks.filter((block, index) => kept[index] && isHeading(block))
  const headings = new Set(keptHeadings.map(({ text }) => nameOf(text)))
  const dropped = new Set<number>()
  for (const [index, block] of blocks.entries()) {
    if (!isHeading(block) && CONTENTS_LABEL.test(block.text)) kept[index] = false
    if (isHeading(block) || !headings.has(nameOf(block.text))) continue
    const links = linksOnly(block)
    if (links.length === 0 || !links.every((href) => href.includes('#') && isOwnAddress(href))) continue
    kept[index] = false
    const above = blocks[index - 1]
    if (above && isLabel(above)) kept[index - 1] = false
    dropped.add(index)
  }
  for (const index of dropped) {
    const above = blocks[index - 1]
    const link = blocks[index]
    if (!kept[index - 1] || !above || !link || !isIntroduction(above) || !isListBelow(link.owner, above.owner)) continue
    let end = index
    while (end < blocks.length && !kept[end]) end++
    // What is left of its list still needs it.
    if (blocks[end]?.owner.parent !== link.owner.parent) kept[index - 1] = false
  }
}

/**
 * Drops links to other pages in a row if one of them leads to the page itself, which lists of what belongs to a page
 * have no reason for, or if they are above the first heading and not most of what the page says.
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

/**
 * Drops the place of the page in its site above the first heading, "Apache > HTTP Server > Version 2.4", and what is
 * above it.
 */
function dropPlace(blocks: readonly Block[], kept: boolean[]) {
  const firstHeading = blocks.findIndex(isHeading)
  const end = blocks.slice(0, Math.max(0, firstHeading)).findLastIndex(isPlace)
  for (const [index, block] of blocks.slice(0, end + 1).entries()) if (!isProse(block)) kept[index] = false
}

function isPlace(block: Block): boolean {
  if (block.linkWords === 0 || block.words > MAX_PLACE_WORDS) return false
  const steps = block.text.split(PLACE_SEPARATOR)
  return steps.length > 2 && steps.length - addressesIn(block).length <= 1
}

/** True for links to the page in other languages, one for each, and the name of its own. */
function isLanguageMenu(block: Block): boolean {
  if (block.linkWords === 0 || block.words > MAX_PLACE_WORDS) return false
  const links = linksIn(block)
  const languages = links.flatMap(({ attributes }) => attributes['hreflang'] ?? [])
  const isOnePerLink = languages.length >= links.length - 1 && new Set(languages).size === languages.length
  // Without the signs between them.
  const words = block.text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return links.length > 1 && languages.length > 0 && isOnePerLink && words - block.linkWords <= MAX_LABEL_WORDS
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

const isIntroduction = ({ text, words, linkWords }: Block) =>
  linkWords === 0 && words <= MAX_INTRODUCTION_WORDS && text.endsWith(':')

/** True if `item` is in a list whose sibling is the line above it. */
function isListBelow(item: HtmlElement, line: HtmlElement): boolean {
  let list: HtmlElement | null = item
  for (let distance = 0; list && !LISTS.has(list.tag) && distance < MAX_LINK_DISTANCE; distance++) list = list.parent
  return list?.parent === line.parent
}

const LISTS = new Set(['ul', 'ol', 'dl'])

/** The addresses of a block all of whose words are links; empty for another block. */
function linksOnly(block: Block): string[] {
  return block.linkWords < block.words ? [] : addressesIn(block)
}

const addressesIn = (block: Block): string[] => linksIn(block).map(({ attributes }) => attributes['href'] ?? '')

/** The links in a block or around it. An anchor without an address is the target of a link. */
function linksIn({ owner, from, to }: Block): HtmlElement[] {
  const links: HtmlElement[] = []
  const add = (element: HtmlElement) => {
    if (element.attributes['href']) links.push(element)
  }
  const visit = (node: HtmlNode) => {
    if (typeof node === 'string') return
    if (node.tag === 'a') add(node)
    else for (const child of node.children) visit(child)
  }
  for (const node of owner.children.slice(from, to)) visit(node)
  let up: HtmlElement | null = owner
  for (let distance = 0; up && links.length === 0 && distance < MAX_LINK_DISTANCE; distance++) {
    if (up.tag === 'a') add(up)
    up = up.parent
  }
  return links
}
