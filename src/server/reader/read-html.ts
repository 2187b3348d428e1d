/** Turns the HTML of a page into what is kept of it: title, main text as Markdown, links, and what it asks of robots. */
import type { HtmlElement } from './html-element.ts'
import { parseHtml, parsePage, type HtmlTree } from './html-tree.ts'
import { keepMainText } from './main-text.ts'
import { toMarkdown } from './markdown.ts'
import { hasEmptyRoot, needsScript, type NeedsScript } from './needs-script.ts'
import { pageKind } from './page-kind.ts'
import { printable } from './printable.ts'
import type { FoundLink } from './reader.ts'

export type HtmlPage = {
  /** The title element, else the first h1, else ''. */
  title: string
  /** Main text as Markdown. */
  content: string
  /** BCP 47 tag or ''. */
  language: string
  /** Every http(s) link of the whole document, each address once, without fragments. */
  links: FoundLink[]
  canonical: string | null
  /** Its addresses in other languages (hreflang), absolute; absent when it names none. */
  alternates?: string[]
  /** The address that a meta refresh leads to. */
  refresh: string | null
  noindex: boolean
  nofollow: boolean
  /** What a limit left out: links (each address counted once or more), and whether text is missing at the end. */
  leftOut: { links: number; text: boolean }
  /** Whether its scripts have yet to draw what it shows. */
  needsScript: NeedsScript
}

/** Ten times what the largest index pages hold; more would only cost memory. */
export const MAX_LINKS = 200_000
/** A page that shows less than this without script may still describe itself to machines. */
export const SHELL_CHARACTERS = 120
const MAX_CONTENT_CHARACTERS = 2_000_000
const MAX_TITLE_CHARACTERS = 500

/**
 * Reads a whole document. The rule of SPEC section 5 always holds (scripts, styles, nav, footer, header, tags and
 * non-printable characters are gone); then all that the page is not about goes too. Never throws.
 * @param options.url the address that answered, against which links resolve
 */
export function readHtml(html: string, { url }: { url: string }): HtmlPage {
  const tree = parsePage(html)
  const { head } = tree
  const base = (head.base && URL.parse(head.base, url)?.href) || url
  const kind = pageKind(head, url)
  const emptyRoot = hasEmptyRoot(tree.body)
  keepMainText(tree, kind)
  const text = readable(tree.body)
  const content = text.length < SHELL_CHARACTERS ? withSpareText(text, [kind.text, head.description]) : text
  const nofollow = asks(head.robots, 'nofollow')
  const { links, leftOut } = resolveLinks(tree.links, base, nofollow)
  return {
    title: oneLine(head.title) || oneLine(head.firstHeading),
    content,
    language: languageTag(head.language),
    links,
    canonical: head.canonical ? resolve(head.canonical, base) : null,
    ...(head.alternates.length > 0 && { alternates: resolveAll(head.alternates, base) }),
    refresh: head.refresh ? resolve(head.refresh, base) : null,
    noindex: asks(head.robots, 'noindex'),
    nofollow,
    leftOut: {
      links: leftOut + tree.linksLeftOut,
      text: tree.cut || text.length >= MAX_CONTENT_CHARACTERS,
    },
    needsScript: needsScript({ head, html, emptyRoot, text, content, links: links.length }),
  }
}

function readable(body: HtmlElement): string {
  return printable(toMarkdown(body)).trim().slice(0, MAX_CONTENT_CHARACTERS).toWellFormed()
}

/** Adds the longest text that the page carries for machines, when it says more than what it shows. */
function withSpareText(text: string, spare: readonly string[]): string {
  const longest = spareText(spare)
  return longest.length <= text.length ? text : `${text}\n\n${longest}`.trim()
}

/** The longest of several texts that a page carries as HTML for machines, as Markdown. */
export function spareText(spare: readonly string[]): string {
  return spare.map((html) => readable(parseHtml(html).body)).sort((a, b) => b.length - a.length)[0] ?? ''
}

/** True when a list of robots directives has `directive`; "none" stands for both of them. */
export function asks(directives: string, directive: 'noindex' | 'nofollow'): boolean {
  const words = directives.split(/[\s,]+/)
  return words.includes(directive) || words.includes('none')
}

function resolveLinks(found: HtmlTree['links'], base: string, nofollow: boolean): { links: FoundLink[]; leftOut: number } {
  const links = new Map<string, FoundLink>()
  let leftOut = 0
  for (const link of found) {
    const href = link.href.trim()
    if (href === '' || href.startsWith('#')) continue
    const url = resolve(href, base)
    if (url === null) continue
    const known = links.get(url)
    if (known) known.nofollow &&= nofollow || link.nofollow
    else if (links.size < MAX_LINKS) links.set(url, { url, nofollow: nofollow || link.nofollow })
    else leftOut++
  }
  return { links: [...links.values()], leftOut }
}

function resolve(href: string, base: string): string | null {
  const url = URL.parse(href, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url.href
}

function resolveAll(found: readonly string[], base: string): string[] {
  return found.map((href) => resolve(href, base)).filter((url) => url !== null)
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed()
}

// A tag is short and plain; whatever else stands in a lang attribute says nothing.
function languageTag(value: string): string {
  const tag = value.trim().replaceAll('_', '-')
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && tag.length <= 35 ? tag : ''
}
