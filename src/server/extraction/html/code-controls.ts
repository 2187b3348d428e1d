/** Elements around code that are not part of it: line numbers, the label with its language, copy buttons. */
import { type HtmlElement, type LengthOf, textOf } from './html-element.ts'
import { HEADINGS } from './html-tags.ts'

/** True for line numbers beside code, the name of its language above it, and a button that copies it. */
export const isCodeControl = (element: HtmlElement, lengthOf: LengthOf) =>
  isCodeMargin(element, lengthOf) || isCopyButton(element, lengthOf)

/** Names of line numbers in a column or a line of code, and of the label with its language. */
const LINE_NUMBERS = /(?:^|[\s_-])(?:line-?num(?:ber)?s?|linenos?|lineno|gutter|ln|lnt)(?:$|[\s_-])/i
const CODE_LANGUAGE = /^(?:lang|code-lang|code-language|language-name|language-label)$/
const MAX_LANGUAGE_CHARACTERS = 15
/** The code is one of the first children of its box. */
const MAX_CHILDREN_BEFORE_CODE = 8

function isCodeMargin(element: HtmlElement, lengthOf: LengthOf): boolean {
  const { attributes, parent, tag } = element
  const classes = attributes['class']
  if (classes === undefined || tag === 'pre' || tag === 'code') return false
  const length = lengthOf(element)
  if (length === 0) return false
  if (namesLines(classes)) return hasOnlyNumbers(element)
  if (length > MAX_LANGUAGE_CHARACTERS || !CODE_LANGUAGE.test(classes)) return false
  const near = parent?.children.slice(0, MAX_CHILDREN_BEFORE_CODE) ?? []
  return near.some((child) => typeof child === 'object' && child.tag === 'pre')
}

const namedLines = new Map<string, boolean>()

/** The same names are on many elements. */
function namesLines(classes: string): boolean {
  const cached = namedLines.get(classes)
  if (cached !== undefined) return cached
  const result = LINE_NUMBERS.test(classes)
  if (namedLines.size > 20_000) namedLines.clear()
  // Long names are not cached: a page could fill the memory with them.
  if (classes.length <= 500) namedLines.set(classes, result)
  return result
}

const hasOnlyNumbers = ({ children }: HtmlElement): boolean =>
  children.every((child) => (typeof child === 'string' ? /^[\d\s]*$/.test(child) : hasOnlyNumbers(child)))

/** "Copy", "Copy code", "Copied!", also several of them; not "Copy a file". The lengths are bounded, so is the time. */
const COPY_LABEL =
  /^(?:(?:copy(?: (?:code|snippet|command|link|page|text|to clipboard|code to clipboard))?|copied|(?:code |link )?kopieren|in (?:die )?zwischenablage kopieren|kopiert|copier(?: le code)?|copié|copiar(?: (?:código|codigo))?|copiado|copia(?: codice)?|copiato|(?:code )?kopiëren|gekopieerd|コピー|复制(?:代码)?)[!.\s]*){1,3}$/i
const MAX_COPY_LABEL_CHARACTERS = 40
const COPY_NAME = /copy|copied|clipboard/i

/** Copies code or the page's address; not a heading "Copy" or the command of that name in a text. */
function isCopyButton(element: HtmlElement, lengthOf: LengthOf): boolean {
  const { tag, attributes, hasBlock } = element
  if (hasBlock || lengthOf(element) === 0 || lengthOf(element) > MAX_COPY_LABEL_CHARACTERS) return false
  const { role, class: classes = '' } = attributes
  const isButton = tag === 'button' || role === 'button' || (!HEADINGS.has(tag) && COPY_NAME.test(classes))
  if (!isButton) return false
  return COPY_LABEL.test(textOf(element).trim())
}
