/** Takes out of a tree what a person does not get to see, and navigation and cookie notices that say so by role or name. */
import { textLengths, type HtmlElement } from './html-element.ts'

/**
 * Takes hidden text out of `body`, in place. Two kinds of hidden text stay, since readers do get to see them: a folded
 * panel (a tab, an answer in a list of questions), and what is most of the page, which its script then uncovers.
 */
export function removeHidden(body: HtmlElement) {
  // Each element is measured before anything is taken out of it.
  const lengthOf = textLengths()
  const most = lengthOf(body) * MOST_OF_A_PAGE
  prune(body)

  function prune(element: HtmlElement) {
    let kept = 0
    for (const child of element.children) {
      if (typeof child !== 'string') {
        if (ROLES.has(child.attributes['role'] ?? '') || isPermalink(child) || isNamedSo(child, lengthOf)) continue
        if (isHidden(child, lengthOf) && !isPanel(child) && lengthOf(child) < most) continue
        prune(child)
      }
      element.children[kept++] = child
    }
    element.children.length = kept
  }
}

const MOST_OF_A_PAGE = 0.3
// The same words as nav, header and footer, said by attribute.
const ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menubar', 'alertdialog'])

function isHidden(element: HtmlElement, lengthOf: (element: HtmlElement) => number): boolean {
  const { attributes, hasBlock, tag } = element
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  // Icons and repetitions within a line; a block so marked may be a folded panel with text of its own.
  // So may a sentence whose link is there for the mouse alone.
  if (attributes['aria-hidden'] === 'true' && !hasBlock && INLINE.has(tag) && lengthOf(element) < ICON_CHARACTERS)
    return true
  const style = attributes['style']
  if (style === undefined) return false
  if (says(style, 'display', /^none/) || says(style, 'visibility', /^hidden/)) return true
  // Letters without size, as instructions to a model are hidden; around elements it only closes the gaps between them.
  return element.children.every((child) => typeof child === 'string') && says(style, 'font-size', NO_SIZE)
}

const NO_SIZE = /^0(?:\.0+)?(?:px|r?em|pt|%)?(?:\s|!|$)/

const ICON_CHARACTERS = 60
const INLINE = new Set(['span', 'i', 'b', 'em', 'a', 'small', 'sup', 'sub', 'button'])
const PANEL_WORDS =
  /tab|panel|accordion|collaps|expand|toggle|faq|answer|slide|more|spoiler|content|description|detail/i

function isPanel({ attributes }: HtmlElement): boolean {
  return attributes['role'] === 'tabpanel' || PANEL_WORDS.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`)
}

function says(style: string, property: string, value: RegExp): boolean {
  return style.split(';').some((rule) => {
    const [name = '', what = ''] = rule.split(':')
    return name.trim().toLowerCase() === property && value.test(what.trim().toLowerCase())
  })
}

/**
 * What calls itself navigation or a cookie notice and is no longer than one; whole pages have been called so by mistake.
 * A short page is kept whole, so that its cookie notice would be quoted as what the page says.
 */
function isNamedSo(element: HtmlElement, lengthOf: (element: HtmlElement) => number): boolean {
  const { class: classes = '', id = '' } = element.attributes
  if (classes === '' && id === '') return false
  const names = [id, ...classes.split(/\s+/)].map((name) => name.toLowerCase())
  if (names.some((name) => MENU_NAMES.has(name))) return lengthOf(element) < MENU_CHARACTERS
  return names.some((name) => CONSENT_NAME.test(name)) && lengthOf(element) < CONSENT_CHARACTERS
}

const MENU_CHARACTERS = 400
const CONSENT_CHARACTERS = 600
const CONSENT_NAME = /^(?:.*[-_])?(?:cookies?|gdpr|consent)[-_]?(?:bar|banner|consent|dialog|message|modal|notice|overlay|popup)(?:[-_].*)?$/
// navheader, navfooter: DocBook; linenos: the column of line numbers beside code.
const MENU_NAMES = new Set(
  'nav navbar navheader navfooter navigation breadcrumb breadcrumbs pagination pager linenos mw-editsection'.split(' '),
)

/** A sign beside a heading that links to the heading itself. */
function isPermalink({ tag, attributes, children }: HtmlElement): boolean {
  if (tag !== 'a' || !attributes['href']?.includes('#') || children.length > 1) return false
  const [only = ''] = children
  return typeof only === 'string' && MARKS.has(only.trim())
}

const MARKS = new Set(['', '#', '¶', '§', '🔗', '\uf0c1', '\u200b', '[edit]'])
