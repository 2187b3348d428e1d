/** Writes a tree as Markdown that is readable as plain text: no link addresses, no emphasis, no escapes. */
import { HEADINGS, isBlock } from '#server/extraction/html/html-tags.ts'
import { hasText, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import { codeLines, collapseLines, inlineText, lineOf, preformattedText } from './inline-text.ts'
import { asParagraph, Blocks, fence, indent, isPlain, joinItems, tight } from './markdown-blocks.ts'
import { isPreformattedText, textLayoutOf, writePreformattedText, type TextLayout } from './preformatted-text.ts'
import { SENTENCE_END } from './text-units.ts'
import { createTableClassifier, writeTable, type TableClassifier } from './markdown-table.ts'

/** The text of `root` as Markdown blocks separated by blank lines. Linear in the size of the tree. */
export function toMarkdown(root: HtmlElement): string {
  const out = new Blocks()
  write(root.children, out, {
    depth: 0,
    inDefinition: false,
    tables: createTableClassifier(),
    textLayout: textLayoutOf(root),
  })
  return out.blocks.join('\n\n')
}

/** `depth` counts the lists, quotations and tables around an element; `inDefinition` is true below the dd of a list. */
type Context = { depth: number; inDefinition: boolean; tables: TableClassifier; textLayout: TextLayout | null }

/** Appends the blocks of `nodes` to `out`. Text between block elements becomes a separate paragraph. */
function write(nodes: readonly HtmlNode[], out: Blocks, context: Context) {
  let line = ''
  const endLine = () => {
    out.add(asParagraph(collapseLines(line)))
    line = ''
  }
  const walk = (children: readonly HtmlNode[]) => {
    let previous: HtmlNode = ''
    for (const child of children) {
      if (typeof child === 'string') {
        line += child
        previous = child
        continue
      }
      if (isInline(child)) {
        line += inlineText(child, previous)
        previous = child
        continue
      }
      endLine()
      const writer = WRITERS[child.tag]
      if (isAnchoredName(child)) out.addTerm(asParagraph(lineOf(child)))
      else if (writer) writer(child, out, context)
      else walk(child.children)
      endLine()
    }
  }
  walk(nodes)
  endLine()
}

function blocksOf(nodes: readonly HtmlNode[], context: Context): string[] {
  const out = new Blocks()
  write(nodes, out, context)
  return out.blocks
}

type Writer = (element: HtmlElement, out: Blocks, context: Context) => void

const heading =
  (level: number): Writer =>
  (element, out) => {
    const text = lineOf(element)
    if (level > 2 && isAdmonitionTitle(element)) out.add(asParagraph(text))
    else if (text !== '') out.add(`${'#'.repeat(level)} ${text}`)
  }

/** In lower case: "note", "admonition tip", "alert-warning"; not "notes", "footnote". */
const ADMONITION = /(?:^|[\s-])(?:admonition|note|tip|hint|important|warning|caution|danger|attention)(?:$|[\s-])/

/** White space and an icon may be before the title. */
const MAX_NODES_BEFORE_TITLE = 4

/** True for the heading of a note: what is below the note belongs to the section above it. */
function isAdmonitionTitle(heading: HtmlElement): boolean {
  const { parent } = heading
  if (!parent || !ADMONITION.test(parent.attributes['class']?.toLowerCase() ?? '')) return false
  const before = parent.children.slice(0, MAX_NODES_BEFORE_TITLE + 1)
  return before.find((node) => typeof node !== 'string' || node.trim() !== '') === heading
}

const list =
  (marker: (index: number) => string): Writer =>
  (element, out, context) => {
    const start = Number.parseInt(element.attributes['start'] ?? '1', 10)
    const inner = { ...context, depth: context.depth + 1 }
    const items: string[] = []
    let index = Number.isFinite(start) ? start : 1
    for (const child of element.children) {
      if (typeof child === 'string' && child.trim() === '') continue
      const item = typeof child !== 'string' && child.tag === 'li' ? child.children : [child]
      const isTitled = startsWithHeading(item) || (context.depth === 0 && isDisclosure(item))
      if (isTitled && element.tag !== 'ol') {
        out.add(joinItems(items.splice(0)))
        write(item, out, context)
        continue
      }
      if (context.depth > MAX_INDENT_DEPTH) {
        write(item, out, inner)
        continue
      }
      const blocks = blocksOf(item, inner)
      if (blocks.length === 0) continue
      // The title of a step: as a heading it would part the list.
      if (isTitled) blocks[0] = asParagraph((blocks[0] ?? '').replace(/^#+ /, ''))
      // A list directly inside a list continues the previous item.
      const nested = typeof child !== 'string' && LISTS.has(child.tag)
      const mark = nested ? '  ' : `${marker(index++)} `
      items.push(mark + indent(tight(blocks), ' '.repeat(mark.length)))
    }
    out.add(joinItems(items))
  }

/** A heading is at most this many elements below the item of a list that it starts. */
const MAX_HEADING_DEPTH = 5

/** True for the content of a card or a section that is written as an item of a list: its first element is a heading. */
function startsWithHeading(nodes: readonly HtmlNode[], depth = 0): boolean {
  const first = nodes.find((node) => hasText(node))
  if (typeof first !== 'object' || depth > MAX_HEADING_DEPTH) return false
  return HEADINGS.has(first.tag) || startsWithHeading(first.children, depth + 1)
}

/** True for an item of an accordion, or a card in a list: its title names it better than the list does. */
function isDisclosure(nodes: readonly HtmlNode[]): boolean {
  const [only, ...others] = nodes.filter((node) => hasText(node))
  if (typeof only !== 'object' || others.length > 0) return false
  return only.tag === 'details' || ((only.tag === 'div' || only.tag === 'article') && isDisclosure(only.children))
}

/** Characters. A longer second definition of a term is a paragraph, a shorter one a line: "Default: 300". */
const MAX_FIELD_LENGTH = 400

/** A term and its definition form one block, one line each. A div may group them; anything else is written as it is. */
const definitions: Writer = (element, out, context) => {
  out.setTermApart()
  if (context.inDefinition && context.depth <= MAX_INDENT_DEPTH && !hasAddresses(element)) {
    return writeFields(element, out, context)
  }
  const inner = { ...context, inDefinition: true }
  const visit = (children: readonly HtmlNode[]) => {
    let loose: HtmlNode[] = []
    const writeLoose = () => {
      write(loose, out, context)
      loose = []
    }
    let isDefined = false
    for (const child of children) {
      if (typeof child === 'string' || !DEFINITION_PARTS.has(child.tag)) {
        loose.push(child)
        isDefined &&= !hasText(child)
        continue
      }
      writeLoose()
      if (child.tag === 'dt') out.addTerm(asParagraph(lineOf(child)))
      else if (child.tag === 'dd') {
        const field = isDefined && !child.hasBlock ? asParagraph(lineOf(child)) : ''
        if (field.length > MAX_FIELD_LENGTH || !out.addLine(field)) write(child.children, out, inner)
        out.flushTerm()
      } else visit(child.children)
      isDefined = child.tag === 'dd'
    }
    writeLoose()
  }
  out.startDefinitions()
  visit(element.children)
  out.endDefinitions()
}

/** True for a list whose terms can be linked to, such as the methods of a class. */
const hasAddresses = ({ children }: HtmlElement): boolean =>
  children.some((child) => typeof child === 'object' && child.tag === 'dt' && 'id' in child.attributes)

/**
 * A list within a definition, such as the type, the default and the parameters of a function: its terms explain no more
 * than the term above them, so that they are written as a list of items.
 */
function writeFields(element: HtmlElement, out: Blocks, context: Context) {
  const inner = { ...context, depth: context.depth + 1 }
  const items: string[] = []
  let term = ''
  const endItem = (blocks: readonly string[]) => {
    const [first = '', ...others] = blocks
    const isTogether = term !== '' && isPlain(first)
    const start = isTogether ? [`${term}${term.endsWith(':') ? ' ' : '\n'}${first}`.trimEnd()] : [term, first]
    const parts = [...start, ...others].filter((part) => part !== '')
    if (parts.length > 0) items.push(`- ${indent(tight(parts), '  ')}`)
    term = ''
  }
  const endList = () => out.add(joinItems(items.splice(0)))
  const visit = (children: readonly HtmlNode[]) => {
    for (const child of children) {
      if (typeof child === 'string' && child.trim() === '') continue
      if (typeof child === 'object' && child.tag === 'div') visit(child.children)
      else if (typeof child === 'object' && child.tag === 'dt') {
        if (term !== '') endItem([])
        term = asParagraph(lineOf(child))
      } else if (startsWithList(child)) {
        endList()
        out.add(term)
        term = ''
        write([child], out, context)
      } else endItem(blocksOf([child], inner))
    }
  }
  visit(element.children)
  if (term !== '') endItem([])
  endList()
}

/** "Parameters" above a list is rather its label than an item around it. */
function startsWithList(node: HtmlNode): boolean {
  const first = typeof node === 'object' ? firstIn(node) : null
  return first !== null && (LISTS.has(first.tag) || first.tag === 'dl')
}

/** Longer lines are sentences. */
const MAX_NAME_LENGTH = 100

/**
 * True for a line that begins with an emphasized name with an anchor, as references without definition lists have it.
 */
function isAnchoredName(element: HtmlElement): boolean {
  if ((element.tag !== 'div' && element.tag !== 'p') || element.hasBlock) return false
  const name = firstIn(element)
  const anchor = name && EMPHASIZED.has(name.tag) ? firstIn(name) : null
  if (anchor?.tag !== 'a' || anchor.children.length > 0 || 'href' in anchor.attributes) return false
  const line = lineOf(element)
  return line !== '' && line.length <= MAX_NAME_LENGTH && !SENTENCE_END.test(line)
}

/** The element that something begins with; null if that is text. */
function firstIn({ children }: HtmlElement): HtmlElement | null {
  const first = children.find((child) => typeof child === 'object' || child.trim() !== '')
  return typeof first === 'object' ? first : null
}

/** The summary is a term, such as a question of an FAQ, and the rest is its definition. */
const disclosure: Writer = ({ children }, out, context) => {
  const isSummary = (node: HtmlNode) => typeof node !== 'string' && node.tag === 'summary'
  const summary = children.find(isSummary)
  out.flushTerm()
  out.separate()
  if (typeof summary === 'object' && !hasHeading(summary)) {
    out.addTitle(asParagraph(lineOf(summary)))
    write(
      children.filter((child) => child !== summary),
      out,
      context,
    )
  } else write(children, out, context)
  out.endDefinitions()
}

const hasHeading = ({ hasBlock, children }: HtmlElement): boolean =>
  hasBlock && children.some((child) => typeof child !== 'string' && (HEADINGS.has(child.tag) || hasHeading(child)))

const preformatted: Writer = (element, out, { textLayout }) => {
  const text = preformattedText(element.children).replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd()
  if (textLayout && isPreformattedText(element)) {
    const [first = '', ...others] = writePreformattedText(text, textLayout)
    if (!out.continueParagraph(first)) out.add(first)
    for (const block of others) out.add(block)
    return
  }
  if (text !== '') out.add(fence(text, languageOf(element)))
}

/** A paragraph that is all code is an example; as text, its first line would look like a heading or a term. */
const paragraph: Writer = ({ children }, out, context) => {
  const code = onlyChild(children)
  if (!code || !CODE.has(code.tag) || code.hasBlock) return write(children, out, context)
  const text = codeLines(code)
  // One line in a list item, a quotation or a cell is rather its text.
  if (text === '' || (context.depth > 0 && !text.includes('\n'))) return write(children, out, context)
  out.add(fence(text, languageOf(code)))
}

/** The element among nodes that are otherwise white space. */
function onlyChild(nodes: readonly HtmlNode[]): HtmlElement | null {
  let only: HtmlElement | null = null
  for (const node of nodes) {
    if (typeof node === 'string' ? node.trim() !== '' : only) return null
    if (typeof node !== 'string') only = node
  }
  return only
}

const quote: Writer = (element, out, context) => {
  if (isIndentation(element)) return write(element.children, out, context)
  const inner = { ...context, depth: context.depth + 1 }
  if (context.depth > MAX_INDENT_DEPTH) return write(element.children, out, inner)
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
  details: disclosure,
  p: paragraph,
  pre: preformatted,
  xmp: preformatted,
  blockquote: quote,
  table: (element, out, context) => {
    const inner = { ...context, depth: context.depth + 1 }
    writeTable(element, context.tables, {
      add: (block) => out.add(block),
      flow: (nodes) => write(nodes, out, context),
      blocksOf: (nodes) => blocksOf(nodes, inner),
    })
  },
  hr: () => {},
}
const DEFINITION_PARTS = new Set(['dt', 'dd', 'div'])
const CODE = new Set(['code', 'kbd', 'samp', 'tt'])
const EMPHASIZED = new Set(['b', 'strong', 'em', 'i', ...CODE])
const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const INDENTED = new Set(['pre', 'xmp', 'table', 'dl'])
/** Deeper lists are not indented: white space would outgrow the text, and each level copies its content. */
const MAX_INDENT_DEPTH = 8

/** Documentation often indents code, a table or terms by a blockquote, which then quotes nothing. */
function isIndentation(quotation: HtmlElement): boolean {
  return quotation.children.every((child) => {
    if (typeof child === 'string') return child.trim() === ''
    return INDENTED.has(child.tag) || (child.tag === 'div' && isIndentation(child))
  })
}

function isInline(element: HtmlElement): boolean {
  return !element.hasBlock && !isBlock(element.tag)
}

/** The language in the class of a code block, its code element or its wrappers: "language-js", "highlight-python". */
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
