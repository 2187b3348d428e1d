/**
 * Builds a small tree from HTML in one streaming pass, as a browser would nest it in all that matters for text, within
 * limits of depth, nodes and attributes. What never holds a page's text is not built at all.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { emptyHead, hasWord, noteMeta, type HtmlHead } from './html-head.ts'
import {
  CLOSES_PARAGRAPH,
  ENDS,
  FORMATTING,
  HEADINGS,
  isBlock,
  KEPT_ATTRIBUTES,
  LEFT_OUT,
  OPAQUE,
  SCOPE,
  scopeOf,
  SPECIAL,
  VOID,
} from './html-tags.ts'

export type HtmlNode = HtmlElement | string

export type HtmlElement = {
  tag: string
  attributes: Readonly<Record<string, string>>
  parent: HtmlElement | null
  children: HtmlNode[]
  /** True when a block stands somewhere in it. */
  hasBlock: boolean
}

export type HtmlTree = {
  body: HtmlElement
  head: HtmlHead
  /** Every link of the document, also of navigation that is left out of the tree, as written. */
  links: { href: string; nofollow: boolean }[]
  /** True when a limit was met and the rest was left out. */
  cut: boolean
}

export const TREE_LIMITS = {
  depth: 512,
  nodes: 200_000,
  attributes: 64,
  attributeCharacters: 4_000,
  links: 100_000,
  scripts: 20,
}

const NO_HEADING_IN = new Set(['svg', 'template', 'noscript', 'dialog'])
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

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
  const stack: HtmlElement[] = [body]
  /** How many of each tag are open, so that a stray end tag costs nothing. */
  const open = new Map<string, number>()

  let top = body
  let nodes = 0
  /** How many elements are open beyond the depth limit. */
  let beyond = 0
  /** The dropped element that the reader is in, and how many of its kind are open within it. */
  let dropped = ''
  let droppedOpen = 0
  let collecting: 'title' | 'heading' | 'data' | null = null
  let tag = ''
  let attributes: Record<string, string> | null = null
  let attributeCount = 0
  let name = ''
  let value = ''
  let cut = false

  const tokenizer = new Tokenizer({ decodeEntities: true }, {
    onopentagname(start, end) {
      tag = html.slice(start, end).toLowerCase()
      attributes = null
      attributeCount = 0
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase()
      value = ''
    },
    onattribdata(start, end) {
      if (value.length < limits.attributeCharacters) value += html.slice(start, end)
    },
    onattribentity(codepoint) {
      if (value.length < limits.attributeCharacters) value += String.fromCodePoint(codepoint)
    },
    onattribend() {
      if (++attributeCount > limits.attributes || !KEPT_ATTRIBUTES.has(name)) return
      attributes ??= {}
      attributes[name] ??= value
    },
    onopentagend() {
      openTag(false)
    },
    onselfclosingtag() {
      openTag(true)
    },
    onclosetag(start, end) {
      closeTag(html.slice(start, end).toLowerCase())
    },
    ontext(start, end) {
      addText(html.slice(start, end))
    },
    ontextentity(codepoint) {
      addText(String.fromCodePoint(codepoint))
    },
    oncdata() {},
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  } satisfies TokenizerCallbacks)
  tokenizer.write(html)
  tokenizer.end()
  return { body, head, links, cut }

  function openTag(selfClosing: boolean) {
    const kept = attributes ?? NO_ATTRIBUTES
    noteHead(kept)
    if (dropped !== '') {
      if (tag === dropped && !selfClosing) droppedOpen++
      return
    }
    if (tag === 'html' || tag === 'head' || tag === 'body' || tag === 'title') return
    if (CLOSES_PARAGRAPH.has(tag)) closeInScope('p', SPECIAL)
    if (OPAQUE.has(tag) && !(noscript && tag === 'noscript')) {
      if (selfClosing && tag === 'svg') return
      dropped = tag
      droppedOpen = 1
      return
    }
    const ends = ENDS[tag]
    if (ends) closeOpen(ends.ends, ends.within)
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) pop()

    if (++nodes > limits.nodes) return stop()
    const element: HtmlElement = { tag, attributes: kept, parent: top, children: [], hasBlock: false }
    if (stack.length > limits.depth) {
      if (!VOID.has(tag)) beyond++
      return
    }
    // What is left out is followed, so that it ends where a browser would end it, but hangs on nothing.
    if (!LEFT_OUT.has(tag)) {
      top.children.push(element)
      if (isBlock(tag)) for (let at: HtmlElement | null = top; at && !at.hasBlock; at = at.parent) at.hasBlock = true
    }
    if (VOID.has(tag)) return
    stack.push(element)
    top = element
    open.set(tag, (open.get(tag) ?? 0) + 1)
  }

  function closeTag(closing: string) {
    if (closing === 'title' || closing === 'h1' || closing === 'script') collecting = null
    if (dropped !== '') {
      if (closing === dropped && --droppedOpen === 0) dropped = ''
      return
    }
    if (beyond > 0) {
      beyond--
      return
    }
    if (closing === 'br')
      top.children.push({ tag: 'br', attributes: NO_ATTRIBUTES, parent: top, children: [], hasBlock: false })
    if (HEADINGS.has(closing) && HEADINGS.has(top.tag)) return pop()
    if (!open.get(closing)) return
    if (closing === 'form') return removeFromStack('form')
    if (SPECIAL.has(closing)) {
      closeInScope(closing, scopeOf(closing))
    } else if (!closeInScope(closing, SPECIAL) && FORMATTING.has(closing)) {
      // <a><div></a>: the link ends here, although the block in it stays open.
      const misnested = stack.findLast((element) => element.tag === closing)
      if (misnested) retag(misnested)
    }
  }

  /** Ends the innermost open `wanted`, and all in it, unless one of `boundary` stands between. */
  function closeInScope(wanted: string, boundary: ReadonlySet<string>): boolean {
    if (!open.get(wanted)) return false
    for (let at = stack.length - 1; at > 0; at--) {
      const current = stack[at]?.tag ?? ''
      if (current === wanted) {
        while (stack.length > at) pop()
        return true
      }
      if (boundary.has(current)) return false
    }
    return false
  }

  function closeOpen(ends: readonly string[], within: readonly string[]) {
    for (let at = stack.length - 1; at > 0; at--) {
      const current = stack[at]?.tag ?? ''
      if (within.includes(current)) return
      if (ends.includes(current)) {
        while (stack.length > at) pop()
        return
      }
      // Blocks other than these shield what is around them: <li><div><li> stays within the div.
      if (SCOPE.has(current) || (SPECIAL.has(current) && current !== 'p' && current !== 'div')) return
      if (current === 'div' && tag !== 'dd' && tag !== 'dt' && tag !== 'li') return
    }
  }

  function pop() {
    const element = stack.pop()
    if (!element) return
    open.set(element.tag, (open.get(element.tag) ?? 1) - 1)
    top = stack.at(-1) ?? body
  }

  function removeFromStack(wanted: string) {
    const at = stack.findLastIndex((element) => element.tag === wanted)
    if (at < 1) return
    if (at === stack.length - 1) return pop()
    stack.splice(at, 1)
    open.set(wanted, (open.get(wanted) ?? 1) - 1)
  }

  function retag(element: HtmlElement) {
    open.set(element.tag, (open.get(element.tag) ?? 1) - 1)
    element.tag = 'span'
    open.set('span', (open.get('span') ?? 0) + 1)
  }

  function addText(text: string) {
    if (collecting === 'title') head.title += text
    else if (collecting === 'data') head.structured[head.structured.length - 1] += text
    else if (collecting === 'heading') head.firstHeading += text
    if (dropped !== '' || collecting === 'title') return
    const last = top.children.length - 1
    if (typeof top.children[last] === 'string') top.children[last] += text
    else top.children.push(text)
  }

  function noteHead(kept: Readonly<Record<string, string>>) {
    switch (tag) {
      case 'a':
      case 'area': {
        const href = kept['href']
        if (href !== undefined && links.length < limits.links) {
          links.push({ href, nofollow: hasWord(kept['rel'], 'nofollow') })
        }
        break
      }
      case 'title':
        if (dropped === '' && head.title === '') collecting = 'title'
        break
      case 'h1':
        if (head.firstHeading === '' && !NO_HEADING_IN.has(dropped)) collecting = 'heading'
        break
      case 'script':
        if (kept['type'] === 'application/ld+json' && head.structured.length < limits.scripts) {
          head.structured.push('')
          collecting = 'data'
        }
        break
      case 'html':
        head.language ||= kept['lang'] ?? ''
        break
      case 'base':
        head.base ||= kept['href'] ?? ''
        break
      case 'link':
        if (hasWord(kept['rel'], 'canonical')) head.canonical ||= kept['href'] ?? ''
        break
      case 'meta':
        noteMeta(head, kept)
        break
    }
  }

  function stop() {
    cut = true
    tokenizer.pause()
  }
}

/** Characters of all text below, white space around each piece not counted. */
export function textLength({ children }: HtmlElement): number {
  return children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : textLength(child)), 0)
}
