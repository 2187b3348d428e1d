/** Elements that visitors never see: hidden by an attribute or a style, except panels that a visitor can open. */
import { type HtmlElement, type LengthOf } from './html-element.ts'

/** `previous` is the element before it, which may be the button that opens it. */
export function staysHidden(element: HtmlElement, previous: HtmlElement | null, lengthOf: LengthOf): boolean {
  return isHidden(element, lengthOf) && !isPanel(element) && !(previous && isOpenedBy(previous, element, lengthOf))
}

const INLINE = new Set(['span', 'i', 'b', 'em', 'a', 'small', 'sup', 'sub', 'button'])
const MAX_ICON_CHARACTERS = 60
/** Of Tailwind: shown while the pointer is on the control beside it. */
const TOOLTIP = /(?:^|\s)opacity-0(?:\s|$)/
/** The value of `font-size`: "0", "0px !important"; not "0.9em". */
const ZERO_SIZE = /^0(?:\.0+)?(?:px|r?em|pt|%)?(?:\s|!|$)/

function isHidden(element: HtmlElement, lengthOf: LengthOf): boolean {
  const { attributes, hasBlock, tag, children } = element
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  // aria-hidden removes only icons and short inline repetitions: a block may be a collapsed panel, and a long link may
  // be a sentence that is hidden from screen readers only.
  if (attributes['aria-hidden'] === 'true' && !hasBlock && lengthOf(element) < MAX_ICON_CHARACTERS) {
    if (INLINE.has(tag) || TOOLTIP.test(attributes['class'] ?? '')) return true
  }
  // mdBook hides the lines that an example needs only to compile.
  if (tag === 'span' && attributes['class'] === 'boring') return true
  const style = attributes['style']
  if (style === undefined) return false
  if (hasDeclaration(style, 'display', /^none/) || hasDeclaration(style, 'visibility', /^hidden/)) return true
  // Text without size may be instructions to a model. On an element with child elements it only closes gaps.
  return children.every((child) => typeof child === 'string') && hasDeclaration(style, 'font-size', ZERO_SIZE)
}

function hasDeclaration(style: string, property: string, pattern: RegExp): boolean {
  return style.split(';').some((declaration) => {
    const [name = '', value = ''] = declaration.split(':')
    return name.trim().toLowerCase() === property && pattern.test(value.trim().toLowerCase())
  })
}

/**
 * Collapsed panels are hidden until a visitor opens them, so they stay. Deliberately also matches inside words, such as
 * "tab" in "table" and "more" in "read-more-text": to keep too much is better than to lose an answer of an FAQ.
 */
const PANEL_WORDS =
  /tab|panel|accordion|collaps|expand|toggle|faq|answer|slide|more|spoiler|content|description|detail/i

function isPanel({ attributes }: HtmlElement): boolean {
  return attributes['role'] === 'tabpanel' || PANEL_WORDS.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`)
}

/** True for the answer of an accordion, which has sentences. Anything else that a button opens is a menu. */
const isOpenedBy = (previous: HtmlElement, element: HtmlElement, lengthOf: LengthOf) =>
  isOpener(previous) && lengthOf(previous) > 1 && endsSentence(element)

/** True for a button, or a heading with one, that shows and hides what follows it. */
function isOpener(element: HtmlElement): boolean {
  let inner: HtmlElement | undefined = element
  for (let depth = 0; depth < 4 && inner; depth++) {
    if (inner.attributes['aria-expanded'] !== undefined) return true
    inner = inner.children.find((child) => typeof child !== 'string')
  }
  return false
}

/** "Yes."; not "Products". */
const ENDS_SENTENCE = /[.!?。！？]["'”’)]?\s*$/

function endsSentence(panel: HtmlElement): boolean {
  let last: HtmlElement | string | undefined = panel
  for (let depth = 0; depth < 12 && typeof last === 'object'; depth++) {
    if (last.tag === 'a' || last.tag === 'button') return false
    last = last.children.findLast((child) => typeof child !== 'string' || child.trim() !== '')
  }
  return typeof last === 'string' && ENDS_SENTENCE.test(last)
}
