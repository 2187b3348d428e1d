/** Writes text that a page shows in pre elements as paragraphs, headings, lists, terms and code. */
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'
import { HEADINGS } from '#server/extraction/html/html-tags.ts'
import { lineEndsOf, type EndLine } from './hyphenation.ts'
import { preformattedText } from './inline-text.ts'
import { asParagraph, fence } from './markdown-blocks.ts'
import { isParagraph, isProse, joined, linesOf, unitsOf } from './text-units.ts'

/**
 * `bodyIndent` is the column where paragraphs begin, `headingLevel` the level of a heading among them; `endLine`
 * joins the parts of words that line breaks divide.
 */
export type TextLayout = { bodyIndent: number; headingLevel: number; endLine: EndLine }

/** A page is written in pre elements if at least this part of its text is prose in one. */
const MIN_PROSE = 0.4
/** Paragraphs begin at the first column with at least this part of the prose. */
const MIN_SHARE_OF_COLUMN = 0.1
const BULLET = /^[-*+•·o]\s+/
const QUOTATION_MARKS = /(?:^|\s)>(?:\s?>)*(?=\s|$)/g

/** Null for a page whose pre elements are examples. */
export function textLayoutOf(root: HtmlElement): TextLayout | null {
  const texts: string[] = []
  let otherLength = 0
  let level = 1
  const visit = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') otherLength += node.length
      else if (isPreformattedText(node)) texts.push(preformattedText(node.children))
      else {
        if (HEADINGS.has(node.tag)) level = Math.max(level, Number(node.tag[1]))
        visit(node.children)
      }
    }
  }
  visit(root.children)
  const bodyIndent = bodyIndentOf(texts, otherLength)
  if (bodyIndent === null) return null
  return { bodyIndent, headingLevel: Math.min(level + 1, 5), endLine: lineEndsOf(texts) }
}

/** The column where the paragraphs of `texts` begin; null if prose is too small a part of them and the other text. */
function bodyIndentOf(texts: readonly string[], otherLength = 0): number | null {
  let length = otherLength
  let prose = 0
  const proseAt = new Map<number, number>()
  for (const line of texts.flatMap(linesOf)) {
    if (!line) continue
    length += line.text.length
    if (!isProse(line.text)) continue
    prose += line.text.length
    proseAt.set(line.indent, (proseAt.get(line.indent) ?? 0) + line.text.length)
  }
  if (prose === 0 || prose < length * MIN_PROSE) return null
  const columns = [...proseAt].toSorted(([one], [other]) => one - other)
  return columns.find(([, share]) => share >= prose * MIN_SHARE_OF_COLUMN)?.[0] ?? 0
}

/** What only Markdown has: a heading, a fence, a row of a table, a link, emphasis. */
const MARKDOWN = /^(?:#{1,6} |`{3}|~{3}|\|)|\]\([^)]|\*\*\S/m

/** Plain text as Markdown; text that is no prose, or is Markdown already, is returned as it is. */
export function plainTextAsMarkdown(text: string): string {
  const bodyIndent = MARKDOWN.test(text) ? null : bodyIndentOf([text])
  if (bodyIndent === null) return text
  return writePreformattedText(text, { bodyIndent, headingLevel: 2, endLine: lineEndsOf([text]) }).join('\n\n')
}

/** True for a pre element that is not marked as code. */
export function isPreformattedText({ tag, attributes, children }: HtmlElement): boolean {
  if (tag !== 'pre' && tag !== 'xmp') return false
  if (/\b(?:lang|highlight|hljs|brush|src|source|code)/i.test(attributes['class'] ?? '')) return false
  return !children.some((child) => typeof child === 'object' && child.tag === 'code')
}

/** The Markdown blocks of the text of a pre element. */
export function writePreformattedText(text: string, { bodyIndent, headingLevel, endLine }: TextLayout): string[] {
  const blocks: string[] = []
  // What the next lines may go on with; one of them has lines at a time.
  const code: string[] = []
  const items: string[] = []
  const terms: string[] = []
  const flush = () => {
    if (code.length > 0) blocks.push(fence(withoutIndentation(code.splice(0))))
    for (const lines of [items, terms]) if (lines.length > 0) blocks.push(lines.splice(0).join('\n'))
  }
  /** Terms directly above a block are those that it explains. */
  const add = (block: string) => {
    const above = terms.splice(0)
    flush()
    blocks.push([...above, block].join('\n'))
  }
  for (const { kind, lines, isAfterBlank } of unitsOf(linesOf(text), bodyIndent)) {
    if (isAfterBlank && terms.length > 0) flush()
    const words = joined(lines, endLine)
    if (kind === 'heading') {
      flush()
      add(`${'#'.repeat(Math.min(headingLevel + depthOf(words), 6))} ${words}`)
    } else if (kind === 'term') {
      if (terms.length === 0) flush()
      terms.push(...lines.map((line) => asParagraph(joined([line]))))
    } else if (kind === 'row') {
      if (terms.length === 0) flush()
      const [term, ...definition] = lines
      terms.push(asParagraph(term?.text ?? ''))
      add(asParagraph(joined(definition, endLine)))
    } else if (kind === 'quotation') add(`> ${words.replace(QUOTATION_MARKS, ' ').replace(/ +/g, ' ').trim()}`)
    else if (kind === 'item') {
      if (isAfterBlank || items.length === 0) flush()
      items.push(words.replace(BULLET, '- '))
    } else if (kind !== 'code' && (isParagraph(lines) || terms.length > 0)) add(asParagraph(words))
    else {
      if (code.length === 0) flush()
      else if (isAfterBlank) code.push('')
      code.push(...lines.map((line) => ' '.repeat(line.indent) + line.text))
    }
  }
  flush()
  return blocks
}

/** 1 for "3.2. Timeouts", 0 for a heading without a number. */
const depthOf = (heading: string) => (/^\d+(?:\.\d+)*/.exec(heading)?.[0].split('.').length ?? 1) - 1

function withoutIndentation(lines: readonly string[]): string {
  const indent = lines.reduce((least, line) => (line === '' ? least : Math.min(least, line.search(/\S/))), Infinity)
  return lines.map((line) => line.slice(indent)).join('\n')
}
