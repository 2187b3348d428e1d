/**
 * Builds a reduced tree from HTML in one pass, nested as a browser would as far as text is concerned, within limits of
 * depth, nodes and attributes. Elements that never contain page text are not built.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { NO_ATTRIBUTES, textLength, type HtmlElement } from './html-element.ts'
import { emptyHead, hasWord, collectMetadata, type HtmlHead } from './html-head.ts'
import { KEPT_ATTRIBUTES } from './html-tags.ts'
import type { Streamed } from './place-streamed.ts'
import { createTreeBuilder, type Icons } from './tree-builder.ts'
import { NOOP_CALLBACKS } from '#server/extraction/noop-callbacks.ts'

export type HtmlTree = {
  body: HtmlElement
  head: HtmlHead
  /** All links of the document as written, including those in navigation that is not in the tree. */
  links: { href: string; nofollow: boolean }[]
  /** The number of links beyond the limit or with an address that is too long. */
  linksLeftOut: number
  /** True when the limit of elements was reached; the text after it is missing, the links are not. */
  truncated: boolean
  /** Characters of sentences in header, footer and nav that are not in the tree. */
  droppedProse: number
  /** Characters of sentences in header elements, whether they are in the tree or not. */
  headerProse: number
  /** Content at the end of the page that a script puts into its place. */
  streamed: Streamed
  icons: Icons
  /** Operations counted while building the tree: linear in the length of the page. */
  work: { nodes: number; steps: number }
}

const TREE_LIMITS = {
  depth: 512,
  // More take more memory than a page may (extraction-pool.ts).
  nodes: 120_000,
  steps: 4_000_000,
  attributes: 64,
  attributeCharacters: 4_000,
  // Far more than fit into ten megabytes, the maximum size of a page.
  links: 500_000,
  scripts: 20,
}

const NO_HEADING_IN = new Set(['svg', 'template', 'noscript', 'dialog'])

/** A page with less text than this is parsed again with its noscript content. */
const NOSCRIPT_BELOW_CHARACTERS = 1_500

/** It is kept if it makes the text this many times as long, and longer by so many characters: a notice does not. */
const NOSCRIPT_MIN_RATIO = 2
const NOSCRIPT_MIN_GAIN = 200

/**
 * Some site builders write the whole article into a header: it has so many characters of sentences, and most of the
 * text.
 */
const MIN_HEADER_PROSE = 1_000

/** Parses a page; includes noscript content or header elements when they are most of the page's text. */
export function parsePage(html: string): HtmlTree {
  const tree = parseHtml(html)
  const length = textLength(tree.body)
  if (tree.headerProse > Math.max(MIN_HEADER_PROSE, length)) return parseHtml(html, { header: true })
  if (length > NOSCRIPT_BELOW_CHARACTERS || !html.includes('<noscript')) return tree
  const withNoscript = parseHtml(html, { noscript: true })
  return textLength(withNoscript.body) > NOSCRIPT_MIN_RATIO * length + NOSCRIPT_MIN_GAIN ? withNoscript : tree
}

/** Text in the head, such as a placeholder that a template left there, would be the first paragraph of the page. */
function dropLooseText(body: HtmlElement) {
  const isLoose = body.children.every((child) => typeof child === 'string' || child.children.length === 0)
  if (isLoose) body.children.length = 0
}

/**
 * Parses a whole document. Never throws; takes time in proportion to the length of `source`.
 * @param options.noscript whether noscript content is built
 * @param options.header whether header elements are built
 */
export function parseHtml(source: string, { noscript = false, header = false, limits = TREE_LIMITS } = {}): HtmlTree {
  // In HTML (outside SVG and MathML) this starts a comment that ends at the next ">". The tokenizer treats only the
  // upper-case form as CDATA.
  const html = source.replaceAll('<![CDATA[', '<![cdata[')
  const body: HtmlElement = { tag: 'body', attributes: NO_ATTRIBUTES, parent: null, children: [], hasBlock: true }
  const head = emptyHead()
  const links: HtmlTree['links'] = []
  const builder = createTreeBuilder(body, { limits, noscript, header })

  let linksLeftOut = 0
  let hasHeadEnded = false
  let collecting: 'title' | 'heading' | 'data' | null = null
  let tag = ''
  let attributes: Record<string, string> | null = null
  let attributeCount = 0
  let name = ''
  let value = ''
  let isValueTruncated = false

  const tokenizer = new Tokenizer({ decodeEntities: true }, {
    ...NOOP_CALLBACKS,
    onopentagname(start, end) {
      tag = html.slice(start, end).toLowerCase()
      attributes = null
      attributeCount = 0
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase()
      value = ''
      isValueTruncated = false
    },
    onattribdata(start, end) {
      appendValue(html.slice(start, Math.min(end, start + limits.attributeCharacters + 1)))
    },
    onattribentity(codepoint) {
      appendValue(String.fromCodePoint(codepoint))
    },
    onattribend() {
      if (++attributeCount > limits.attributes || !KEPT_ATTRIBUTES.has(name)) return
      if (isValueTruncated && name === 'href') {
        // A truncated address would be a different address.
        if (tag === 'a' || tag === 'area') linksLeftOut++
        return
      }
      attributes ??= {}
      attributes[name] ??= value
    },
    onopentagend() {
      startTag(false)
    },
    onselfclosingtag() {
      startTag(true)
    },
    onclosetag(start, end) {
      const closing = html.slice(start, end).toLowerCase()
      if (closing === 'head' && !hasHeadEnded) dropLooseText(body)
      hasHeadEnded ||= closing === 'head'
      if (closing === 'title' || closing === 'h1' || closing === 'script') collecting = null
      builder.end(closing)
    },
    ontext(start, end) {
      addText(html.slice(start, end))
    },
    ontextentity(codepoint) {
      addText(String.fromCodePoint(codepoint))
    },
  } satisfies TokenizerCallbacks)
  tokenizer.write(html)
  tokenizer.end()
  return {
    body,
    head,
    links,
    linksLeftOut,
    truncated: builder.isTruncated(),
    droppedProse: builder.droppedProse(),
    headerProse: builder.headerProse(),
    streamed: builder.streamed,
    icons: builder.icons,
    work: builder.work(),
  }

  function appendValue(text: string) {
    if (isValueTruncated) return
    value += text
    isValueTruncated = value.length > limits.attributeCharacters
    if (isValueTruncated) value = value.slice(0, limits.attributeCharacters)
  }

  function startTag(selfClosing: boolean) {
    const kept = attributes ?? NO_ATTRIBUTES
    collect(kept)
    builder.start(tag, kept, selfClosing)
  }

  function addText(text: string) {
    if (collecting === 'title') head.title += text
    else if (collecting === 'data') head.structured[head.structured.length - 1] += text
    else if (collecting === 'heading') head.firstHeading += text
    if (collecting !== 'title') builder.addText(text)
  }

  function collect(kept: Readonly<Record<string, string>>) {
    const opaqueTag = builder.opaqueTag()
    if (tag === 'a' || tag === 'area') {
      const href = kept['href']
      if (href === undefined) return
      if (links.length < limits.links) links.push({ href, nofollow: hasWord(kept['rel'], 'nofollow') })
      else linksLeftOut++
    } else if (tag === 'title') {
      if (opaqueTag === '' && head.title === '') collecting = 'title'
    } else if (tag === 'h1') {
      if (head.firstHeading === '' && !NO_HEADING_IN.has(opaqueTag)) collecting = 'heading'
    } else if (tag === 'script') {
      collectMetadata(head, tag, kept)
      if (kept['type'] !== 'application/ld+json' || head.structured.length >= limits.scripts) return
      head.structured.push('')
      collecting = 'data'
    } else collectMetadata(head, tag, kept)
  }
}
