/** Extracts a page from HTML: title, main text as Markdown, links and robots directives. */
import { withoutIndex } from '#shared/crawl/without-index.ts'
import type { HtmlElement } from './html/html-element.ts'
import { parseHtml, parsePage, type HtmlTree } from './html/parse-html.ts'
import { unwrapNotes } from './html/unwrap-notes.ts'
import { keepMainText } from './main-text/keep-main-text.ts'
import { pageKind } from './main-text/page-kind.ts'
import { joinRows } from './markdown/join-rows.ts'
import { markCards } from './markdown/mark-cards.ts'
import { markHeadings } from './markdown/mark-headings.ts'
import { markLists } from './markdown/mark-lists.ts'
import { markTables } from './markdown/mark-tables.ts'
import { findPosts } from './markdown/name-posts.ts'
import { placeKickers } from './markdown/place-kickers.ts'
import { findTabLabels } from './markdown/place-tab-labels.ts'
import { stripNonPrintable } from './markdown/strip-non-printable.ts'
import { toMarkdown } from './markdown/to-markdown.ts'
import { hasEmptyRoot, needsScript, type NeedsScript } from './needs-script.ts'

/** A link on a page: absolute, http(s), resolved against the final address. */
export type FoundLink = {
  url: string
  nofollow: boolean
}

export type ExtractedPage = {
  /** The title element, else the first h1, else ''. */
  title: string
  /** Main text as Markdown. */
  content: string
  /** BCP 47 tag or ''. */
  language: string
  /** Every http(s) link of the whole document, without duplicates and fragments. */
  links: FoundLink[]
  canonical: string | null
  /** The page's addresses in other languages (hreflang), absolute. */
  alternates?: string[]
  /** The target of a meta refresh. */
  refresh: string | null
  noindex: boolean
  nofollow: boolean
  /** What was dropped because of a limit: the number of links (duplicates may count), and whether text is missing. */
  leftOut: { links: number; text: boolean }
  /** Whether the main text was probably cut badly: parts are missing, or parts do not belong to it. */
  uncertain: boolean
  /** Whether scripts have yet to render the page. */
  needsScript: NeedsScript
}

/** As many as the largest known index pages have. */
export const MAX_LINKS = 20_000
/** A page with less text than this is completed from its structured data or description. */
export const FALLBACK_BELOW_CHARACTERS = 120
/** Nearly half of the pages under this expected F-measure have an actual one under .7 (docs/benchmarks.md). */
const MIN_CONFIDENCE = 0.6
/** Sentences in header, footer and nav of that length, and longer than the text that was kept, were the page. */
const MAX_DROPPED_CHARACTERS = 1_000
const MAX_CONTENT_CHARACTERS = 2_000_000
const MAX_TITLE_CHARACTERS = 500

/**
 * Extracts a whole document. Scripts, styles, nav, footer, header, tags and non-printable characters are always removed
 * (specification, section 5); then everything outside the main text. Never throws.
 * @param options.url the address that answered; links resolve against it
 */
export function readHtml(html: string, { url }: { url: string }): ExtractedPage {
  const tree = parsePage(html)
  const { head } = tree
  const base = (head.base && resolve(head.base, url)) || url
  const kind = pageKind(head, url)
  const emptyRoot = hasEmptyRoot(tree.body)
  const ownAddress = withoutIndex(resolve(url, url) ?? '')
  unwrapNotes(tree.body)
  const placeTabLabels = findTabLabels(tree.body)
  const namePosts = findPosts(tree.body)
  const confidence = keepMainText(tree, kind, (href) => withoutIndex(resolve(href, base) ?? '') === ownAddress)
  placeTabLabels()
  namePosts()
  markLists(tree.body)
  markTables(tree.body, tree.icons)
  placeKickers(tree.body)
  joinRows(tree.body)
  markCards(tree.body)
  markHeadings(tree.body)
  const text = plainMarkdown(tree.body)
  const content = text.length < FALLBACK_BELOW_CHARACTERS ? withFallbackText(text, [kind.text, head.description]) : text
  const nofollow = hasDirective(head.robots, 'nofollow')
  const { links, leftOut } = resolveLinks(tree.links, { base, nofollow })
  return {
    title: oneLine(head.title) || oneLine(head.firstHeading),
    content,
    language: languageTag(head.language),
    links,
    canonical: head.canonical ? resolve(head.canonical, base) : null,
    ...(head.alternates.length > 0 && { alternates: resolveAll(head.alternates, base) }),
    refresh: head.refresh ? resolve(head.refresh, base) : null,
    noindex: hasDirective(head.robots, 'noindex'),
    nofollow,
    leftOut: {
      links: leftOut + tree.linksLeftOut,
      text: tree.truncated || text.length >= MAX_CONTENT_CHARACTERS,
    },
    uncertain: confidence < MIN_CONFIDENCE || tree.droppedProse > Math.max(MAX_DROPPED_CHARACTERS, content.length),
    needsScript: needsScript({ head, html, emptyRoot, text, content, links: links.length }),
  }
}

function plainMarkdown(body: HtmlElement): string {
  return stripNonPrintable(toMarkdown(body)).trim().slice(0, MAX_CONTENT_CHARACTERS).toWellFormed()
}

function withFallbackText(text: string, candidates: readonly string[]): string {
  const longest = fallbackText(candidates)
  return longest.length <= text.length ? text : `${text}\n\n${longest}`.trim()
}

/** The longest of several HTML texts from a page's structured data and description, as Markdown. */
export function fallbackText(candidates: readonly string[]): string {
  const texts = candidates.map((html) => plainMarkdown(parseHtml(html).body))
  return texts.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** True when a list of robots directives contains `directive` or "none", which means both. */
export function hasDirective(directives: string, directive: 'noindex' | 'nofollow'): boolean {
  const names = directives.split(/[\s,]+/)
  return names.includes(directive) || names.includes('none')
}

/** `nofollow` is the page's own directive, which holds for all its links. */
export function resolveLinks(
  found: Iterable<HtmlTree['links'][number]>,
  { base, nofollow }: { base: string; nofollow: boolean },
): { links: FoundLink[]; leftOut: number } {
  const links = new Map<string, FoundLink>()
  let leftOut = 0
  for (const link of found) {
    const href = link.href.trim()
    if (href === '' || href.startsWith('#')) continue
    const url = resolve(href, base)
    if (url === null) continue
    const duplicate = links.get(url)
    if (duplicate) duplicate.nofollow &&= nofollow || link.nofollow
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

export function oneLine(text: string): string {
  return stripNonPrintable(text).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed()
}

/** '' for a lang attribute that is no language tag. */
export function languageTag(value: string): string {
  const tag = value.trim().replaceAll('_', '-')
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && tag.length <= 35 ? tag : ''
}
