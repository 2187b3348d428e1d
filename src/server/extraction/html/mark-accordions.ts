/**
 * Turns a button and the panel that it shows and hides into a `details` element, so that an accordion is written as one
 * and the label of a panel is kept with it.
 */
import {
  cachedTextLength,
  hasSentence,
  NO_ATTRIBUTES,
  type HtmlElement,
  type HtmlNode,
  type LengthOf,
} from './html-element.ts'

const MAX_LABEL_CHARACTERS = 200
/** The button is at most this many elements below the label. */
const MAX_BUTTON_DEPTH = 4
/** A label in another element, such as a heading or a term, has a meaning without the button. */
const LABELS = new Set(['div', 'p', 'span', 'strong', 'a', 'button'])
const PANELS = new Set(['div', 'p', 'section', 'nav', 'ul', 'ol', 'table'])
/** Names of buttons and of other labels that do not say whether their panel is open. */
const ACCORDION = /(?:^|[\s_-])(?:accordion|collapsible|faq)(?:$|[\s_-])/i
const ACCORDION_LABEL =
  /(?:accordion|collapse|collapsible|faq|spoiler|toggle)[_-]*(?:button|head(?:er|ing)?|label|question|title|trigger)(?:$|[\s_-])/i

/** Changes the tree below `body`. */
export function markAccordions(body: HtmlElement) {
  const lengthOf = cachedTextLength()
  const pending = [body]
  for (let element = pending.pop(); element; element = pending.pop()) {
    for (const child of element.children) if (typeof child === 'object') pending.push(child)
    if (element.tag !== 'details') joinPanels(element, lengthOf)
  }
}

/** Puts each label among the children of `parent` and the panel after it into a `details` element. */
function joinPanels(parent: HtmlElement, lengthOf: LengthOf) {
  /** The label that may be followed by its panel, and its position. */
  let label: HtmlElement | null = null
  let position = 0
  for (const [index, child] of parent.children.entries()) {
    if (typeof child === 'string' ? child.trim() === '' : lengthOf(child) === 0) continue
    const isLabel = typeof child === 'object' && isOpenerAlone(child, lengthOf)
    // Menus and filters are panels of buttons too; they have no sentence.
    if (label && typeof child === 'object' && !isLabel && PANELS.has(child.tag) && hasSentence(child)) {
      parent.children[position] = ''
      parent.children[index] = asDetails(parent, label, child)
    }
    label = isLabel ? child : null
    position = index
  }
}

/** True for a button that is all the text of its wrapper. */
function isOpenerAlone(wrapper: HtmlElement, lengthOf: LengthOf): boolean {
  const length = lengthOf(wrapper)
  if (length > MAX_LABEL_CHARACTERS) return false
  let inner: HtmlNode | undefined = wrapper
  for (let depth = 0; depth < MAX_BUTTON_DEPTH; depth++) {
    if (typeof inner !== 'object' || !LABELS.has(inner.tag) || lengthOf(inner) < length) return false
    const { tag, attributes, children }: HtmlElement = inner
    const { role, class: classes = '' } = attributes
    if (attributes['aria-expanded'] !== undefined || role === 'tab' || ACCORDION_LABEL.test(classes)) return true
    if (tag === 'button' && ACCORDION.test(classes)) return true
    inner = children.find((child) => typeof child === 'object' && lengthOf(child) > 0)
  }
  return false
}

function asDetails(parent: HtmlElement, label: HtmlElement, panel: HtmlElement): HtmlElement {
  const details: HtmlElement = {
    tag: 'details',
    attributes: NO_ATTRIBUTES,
    parent,
    children: [label, panel],
    hasBlock: true,
  }
  label.parent = details
  panel.parent = details
  label.tag = 'summary'
  makeText(label)
  return details
}

/** Buttons and links in a label would count as controls, not as text, and its signs, such as "+", say nothing. */
function makeText({ children }: HtmlElement) {
  for (const [index, child] of children.entries()) {
    if (typeof child === 'string') {
      if (!/[\p{L}\p{N}]/u.test(child)) children[index] = ' '
      continue
    }
    if (child.tag === 'a' || child.tag === 'button') child.tag = 'span'
    makeText(child)
  }
}
