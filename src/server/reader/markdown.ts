/** Writes a tree as Markdown that reads well as plain text: no link addresses, no emphasis, nothing escaped. */
import { isBlock } from './html-tags.ts'
import type { HtmlElement, HtmlNode } from './html-tree.ts'
import { inlineText, lineOf, rawText, tidyLines } from './inline-text.ts'
import { writeTable } from './markdown-table.ts'

/** The text of `root` as Markdown blocks, a blank line between them. */
export function toMarkdown(root: HtmlElement): string {
  return writeBlocks(root.children).join('\n\n')
}

/** The blocks that `nodes` hold, in order. Text between block elements becomes a paragraph of its own. */
export function writeBlocks(nodes: readonly HtmlNode[]): string[] {
  const blocks: string[] = []
  let line = ''
  const endLine = () => {
    const text = tidyLines(line)
    if (text !== '') blocks.push(text)
    line = ''
  }
  const walk = (children: readonly HtmlNode[]) => {
    let before: HtmlNode = ''
    for (const child of children) {
      if (typeof child === 'string') {
        line += child
        before = child
        continue
      }
      if (isInline(child)) {
        line += inlineText(child, before)
        before = child
        continue
      }
      const write = WRITERS[child.tag]
      endLine()
      if (write) blocks.push(...write(child).filter((block) => block !== ''))
      else walk(child.children)
      endLine()
    }
  }
  walk(nodes)
  endLine()
  return blocks
}

type Writer = (element: HtmlElement) => string[]

const heading =
  (level: number): Writer =>
  (element) => {
    const text = lineOf(element)
    return text === '' ? [] : [`${'#'.repeat(level)} ${text}`]
  }

const list =
  (marker: (index: number) => string): Writer =>
  (element) => {
    const start = Number.parseInt(element.attributes['start'] ?? '1', 10)
    const deep = listsAround(element) > DEEPEST_INDENT
    const items: string[] = []
    let index = Number.isFinite(start) ? start : 1
    for (const child of element.children) {
      if (typeof child === 'string' && child.trim() === '') continue
      const item = typeof child !== 'string' && child.tag === 'li' ? child.children : [child]
      const blocks = writeBlocks(item)
      if (blocks.length === 0) continue
      // A list within a list hangs on: it is no item of its own.
      const nested = typeof child !== 'string' && LISTS.has(child.tag)
      const mark = nested ? '  ' : `${marker(index++)} `
      items.push(mark + (deep ? tight(blocks) : indent(tight(blocks), ' '.repeat(mark.length))))
    }
    return items.length === 0 ? [] : [items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')]
  }

/** A term and what is said of it stand in one block, a line each. */
const definitions: Writer = (element) => {
  const blocks: string[] = []
  let term = ''
  const visit = (children: readonly HtmlNode[]) => {
    for (const child of children) {
      if (typeof child === 'string') continue
      if (child.tag === 'dt') {
        const line = lineOf(child)
        term = term === '' ? line : `${term}\n${line}`
      } else if (child.tag === 'dd') {
        const [first, ...rest] = writeBlocks(child.children)
        if (first !== undefined && isPlain(first)) blocks.push(term === '' ? first : `${term}\n${first}`, ...rest)
        else blocks.push(term, ...(first === undefined ? [] : [first]), ...rest)
        term = ''
      } else visit(child.children)
    }
  }
  visit(element.children)
  return [...blocks, term]
}

const fence: Writer = (element) => {
  const text = rawText(element.children, false)
    .replaceAll('\r\n', '\n')
    .replace(/^\n+|\s+$/g, '')
  if (text === '') return []
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return [`${marks}${languageOf(element)}\n${text}\n${marks}`]
}

const quote: Writer = (element) => {
  const blocks = writeBlocks(element.children)
  if (listsAround(element) > DEEPEST_INDENT) return blocks
  return blocks.length === 0
    ? []
    : [
        blocks
          .join('\n\n')
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n'),
      ]
}

const WRITERS: Readonly<Record<string, Writer>> = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  ul: list(() => '-'),
  menu: list(() => '-'),
  dir: list(() => '-'),
  ol: list((index) => `${index}.`),
  dl: definitions,
  pre: fence,
  xmp: fence,
  blockquote: quote,
  table: (element) => writeTable(element, writeBlocks),
  hr: () => [],
}
const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
/** Beyond this a list is no longer indented: white space would outgrow the text. */
const DEEPEST_INDENT = 8

function listsAround(element: HtmlElement): number {
  let lists = 0
  for (let up = element.parent; up && lists <= DEEPEST_INDENT; up = up.parent) {
    if (LISTS.has(up.tag) || up.tag === 'blockquote') lists++
  }
  return lists
}

function isInline(element: HtmlElement): boolean {
  return !element.hasBlock && !isBlock(element.tag)
}

function tight(blocks: readonly string[]): string {
  return blocks.reduce(
    (text, block, at) => text + (at === 0 ? '' : isList(block) && at === 1 ? '\n' : '\n\n') + block,
    '',
  )
}

function isList(block: string): boolean {
  return /^(- |\d+\. )/.test(block)
}

function isPlain(block: string): boolean {
  return !/^(```|\||#|> |- |\d+\. )/.test(block)
}

function indent(text: string, by: string): string {
  return text.replace(/\n(?!\n)/g, `\n${by}`)
}

/** The language that the class of a code block, of its code element or of its wrapper names: "language-js", "highlight-python". */
function languageOf(element: HtmlElement): string {
  const inner = element.children.find((child) => typeof child === 'object' && child.tag === 'code')
  const candidates = [element, typeof inner === 'object' ? inner : null, element.parent, element.parent?.parent]
  for (const candidate of candidates) {
    const match = /(?:^|\s)(?:language|lang|highlight|highlight-source|brush:)-?([a-z][a-z0-9+#]{0,19})(?:\s|$)/i.exec(
      candidate?.attributes['class'] ?? '',
    )
    if (match?.[1] && match[1] !== 'default' && match[1] !== 'none') return match[1].toLowerCase()
  }
  return ''
}
