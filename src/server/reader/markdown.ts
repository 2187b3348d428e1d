/** Writes a tree as Markdown that reads well as plain text: no link addresses, no emphasis, nothing escaped. */
import { isBlock } from './html-tags.ts'
import type { HtmlElement, HtmlNode } from './html-element.ts'
import { inlineText, lineOf, rawText, tidyLines } from './inline-text.ts'
import { judgeTables, writeTable, type TableJudge } from './markdown-table.ts'

/** The text of `root` as Markdown blocks, a blank line between them, in time proportional to the size of the tree. */
export function toMarkdown(root: HtmlElement): string {
  const out = new Blocks()
  write(root.children, out, { depth: 0, tables: judgeTables() })
  return out.blocks.join('\n\n')
}

/** What stands around an element: how many lists and quotations hold it, and what is known of the page's tables. */
type Around = { depth: number; tables: TableJudge }

/** Blocks in order. One array takes them from all levels of the tree: handing them up would copy them at each. */
class Blocks {
  readonly blocks: string[] = []
  /** A term that goes before the next block, in the same block if that is plain text. */
  #lead = ''

  add(block: string) {
    if (block === '') return
    const lead = this.#lead
    this.#lead = ''
    if (lead === '') this.blocks.push(block)
    else if (isPlain(block)) this.blocks.push(`${lead}\n${block}`)
    else this.blocks.push(lead, block)
  }

  lead(term: string) {
    this.#lead = this.#lead === '' || term === '' ? this.#lead + term : `${this.#lead}\n${term}`
  }

  /** The term stands alone: nothing is said of it. */
  endLead() {
    const lead = this.#lead
    this.#lead = ''
    if (lead !== '') this.blocks.push(lead)
  }
}

/** Adds the blocks that `nodes` hold to `out`, in order. Text between block elements becomes a paragraph of its own. */
function write(nodes: readonly HtmlNode[], out: Blocks, around: Around) {
  let line = ''
  const endLine = () => {
    out.add(tidyLines(line))
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
      endLine()
      const writer = WRITERS[child.tag]
      if (writer) writer(child, out, around)
      else walk(child.children)
      endLine()
    }
  }
  walk(nodes)
  endLine()
}

function blocksOf(nodes: readonly HtmlNode[], around: Around): string[] {
  const out = new Blocks()
  write(nodes, out, around)
  return out.blocks
}

type Writer = (element: HtmlElement, out: Blocks, around: Around) => void

const heading =
  (level: number): Writer =>
  (element, out) => {
    const text = lineOf(element)
    if (text !== '') out.add(`${'#'.repeat(level)} ${text}`)
  }

const list =
  (marker: (index: number) => string): Writer =>
  (element, out, around) => {
    const start = Number.parseInt(element.attributes['start'] ?? '1', 10)
    const inner = { ...around, depth: around.depth + 1 }
    const items: string[] = []
    let index = Number.isFinite(start) ? start : 1
    for (const child of element.children) {
      if (typeof child === 'string' && child.trim() === '') continue
      const item = typeof child !== 'string' && child.tag === 'li' ? child.children : [child]
      if (around.depth > DEEPEST_INDENT) {
        write(item, out, inner)
        continue
      }
      const blocks = blocksOf(item, inner)
      if (blocks.length === 0) continue
      // A list within a list hangs on: it is no item of its own.
      const nested = typeof child !== 'string' && LISTS.has(child.tag)
      const mark = nested ? '  ' : `${marker(index++)} `
      items.push(mark + indent(tight(blocks), ' '.repeat(mark.length)))
    }
    out.add(items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n'))
  }

/** A term and what is said of it stand in one block, a line each. */
const definitions: Writer = (element, out, around) => {
  const visit = (children: readonly HtmlNode[]) => {
    for (const child of children) {
      if (typeof child === 'string') continue
      if (child.tag === 'dt') out.lead(lineOf(child))
      else if (child.tag === 'dd') {
        write(child.children, out, around)
        out.endLead()
      } else visit(child.children)
    }
  }
  visit(element.children)
  out.endLead()
}

const fence: Writer = (element, out) => {
  const text = rawText(element.children, false).replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd()
  if (text === '') return
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  out.add(`${marks}${languageOf(element)}\n${text}\n${marks}`)
}

const quote: Writer = (element, out, around) => {
  const inner = { ...around, depth: around.depth + 1 }
  if (around.depth > DEEPEST_INDENT) return write(element.children, out, inner)
  const lines = blocksOf(element.children, inner).join('\n\n').split('\n')
  if (lines.length > 1 || lines[0] !== '') out.add(lines.map((line) => `> ${line}`.trimEnd()).join('\n'))
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
  table: (element, out, around) => {
    const inner = { ...around, depth: around.depth + 1 }
    writeTable(element, around.tables, {
      add: (block) => out.add(block),
      flow: (nodes) => write(nodes, out, around),
      blocksOf: (nodes) => blocksOf(nodes, inner),
    })
  },
  hr: () => {},
}
const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
/** Beyond this a list is no longer indented: white space would outgrow the text, and each level copies all within. */
const DEEPEST_INDENT = 8

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
