/**
 * Builds a small tree from HTML in one streaming pass, as a browser would nest it in all that matters for text, within
 * limits of depth, nodes and attributes. What never holds a page's text is not built at all.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { NO_ATTRIBUTES, textLength, type HtmlElement } from './html-element.ts'
import { emptyHead, hasWord, noteElement, type HtmlHead } from './html-head.ts'
import { KEPT_ATTRIBUTES } from './html-tags.ts'
import { openElements } from './open-elements.ts'
import { UNHEARD } from './unheard.ts'

export type HtmlTree = {
  body: HtmlElement
  head: HtmlHead
  /** Links of the document, also of navigation that is left out of the tree, as written. */
  links: { href: string; nofollow: boolean }[]
  /** How many links more there were: beyond the limit, or with an address that is longer than any. */
  linksLeftOut: number
  /** True when there were more elements than are built; the text from there on is missing, the links are not. */
  cut: boolean
  /** What building the tree took: it grows with the length of the page and with nothing else. */
  work: { nodes: number; steps: number }
}

const TREE_LIMITS = {
  depth: 512,
  nodes: 300_000,
  steps: 20_000_000,
  attributes: 64,
  attributeCharacters: 4_000,
  // Ten megabytes, the most that is read of a page, hold no more links than this by far.
  links: 500_000,
  scripts: 20,
}

const NO_HEADING_IN = new Set(['svg', 'template', 'noscript', 'dialog'])

/** A page that says so little without script is looked at again, with what it says to browsers that run none. */
const SHELL_CHARACTERS = 1_500

/** Parses a page as it reads without script: what stands in noscript counts when it is most of the page's text. */
export function parsePage(html: string): HtmlTree {
  const tree = parseHtml(html)
  const length = textLength(tree.body)
  if (length > SHELL_CHARACTERS || !html.includes('<noscript')) return tree
  const other = parseHtml(html, { noscript: true })
  return textLength(other.body) > 2 * length + 200 ? other : tree
}

/**
 * Parses a whole document. Never throws; takes time in proportion to the length of `source`.
 * @param options.noscript whether what is meant for browsers without script is built too
 */
export function parseHtml(source: string, { noscript = false, limits = TREE_LIMITS } = {}): HtmlTree {
  // Outside of SVG and MathML this begins a comment that ends at the next ">", which the tokenizer knows in any other case.
  const html = source.replaceAll('<![CDATA[', '<![cdata[')
  const body: HtmlElement = { tag: 'body', attributes: NO_ATTRIBUTES, parent: null, children: [], hasBlock: true }
  const head = emptyHead()
  const links: HtmlTree['links'] = []
  const elements = openElements(body, limits, noscript)

  let linksLeftOut = 0
  let collecting: 'title' | 'heading' | 'data' | null = null
  let tag = ''
  let attributes: Record<string, string> | null = null
  let attributeCount = 0
  let name = ''
  let value = ''
  let valueCut = false

  const tokenizer = new Tokenizer({ decodeEntities: true }, {
    ...UNHEARD,
    onopentagname(start, end) {
      tag = html.slice(start, end).toLowerCase()
      attributes = null
      attributeCount = 0
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase()
      value = ''
      valueCut = false
    },
    onattribdata(start, end) {
      addValue(html.slice(start, Math.min(end, start + limits.attributeCharacters + 1)))
    },
    onattribentity(codepoint) {
      addValue(String.fromCodePoint(codepoint))
    },
    onattribend() {
      if (++attributeCount > limits.attributes || !KEPT_ATTRIBUTES.has(name)) return
      if (valueCut && name === 'href') {
        // Half an address leads elsewhere.
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
      if (closing === 'title' || closing === 'h1' || closing === 'script') collecting = null
      elements.end(closing)
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
  return { body, head, links, linksLeftOut, cut: elements.cut(), work: elements.work() }

  function addValue(text: string) {
    if (valueCut) return
    value += text
    valueCut = value.length > limits.attributeCharacters
    if (valueCut) value = value.slice(0, limits.attributeCharacters)
  }

  function startTag(selfClosing: boolean) {
    const kept = attributes ?? NO_ATTRIBUTES
    collect(kept)
    elements.start(tag, kept, selfClosing)
  }

  function addText(text: string) {
    if (collecting === 'title') head.title += text
    else if (collecting === 'data') head.structured[head.structured.length - 1] += text
    else if (collecting === 'heading') head.firstHeading += text
    if (collecting !== 'title') elements.addText(text)
  }

  function collect(kept: Readonly<Record<string, string>>) {
    const dropped = elements.dropped()
    if (tag === 'a' || tag === 'area') {
      const href = kept['href']
      if (href === undefined) return
      if (links.length < limits.links) links.push({ href, nofollow: hasWord(kept['rel'], 'nofollow') })
      else linksLeftOut++
    } else if (tag === 'title') {
      if (dropped === '' && head.title === '') collecting = 'title'
    } else if (tag === 'h1') {
      if (head.firstHeading === '' && !NO_HEADING_IN.has(dropped)) collecting = 'heading'
    } else if (tag === 'script') {
      noteElement(head, tag, kept)
      if (kept['type'] !== 'application/ld+json' || head.structured.length >= limits.scripts) return
      head.structured.push('')
      collecting = 'data'
    } else noteElement(head, tag, kept)
  }
}
