/** Removes what a visitor does not see, and navigation and cookie notices that are marked by role or name. */
import { cachedTextLength, type HtmlElement } from './html-element.ts'

/**
 * Removes hidden elements from `body` in place. Two kinds stay, because visitors do get to see them: folded panels
 * (tabs, answers in an FAQ), and elements with most of the page's text, which a script reveals.
 */
export function removeHidden(body: HtmlElement) {
  // Lengths are cached before anything is removed.
  const lengthOf = cachedTextLength()
  const mostOfPage = lengthOf(body) * MOST_OF_PAGE_SHARE
  prune(body)

  function prune(element: HtmlElement) {
    let kept = 0
    for (const child of element.children) {
      if (typeof child !== 'string') {
        if (ROLES.has(child.attributes['role'] ?? '') || isPermalink(child) || isMenuOrConsent(child, lengthOf))
          continue
        if (isHidden(child, lengthOf) && !isPanel(child) && lengthOf(child) < mostOfPage) continue
        prune(child)
      }
      element.children[kept++] = child
    }
    element.children.length = kept
  }
}

const MOST_OF_PAGE_SHARE = 0.3
// The ARIA equivalents of nav, header and footer.
const ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menubar', 'alertdialog'])

function isHidden(element: HtmlElement, lengthOf: (element: HtmlElement) => number): boolean {
  const { attributes, hasBlock, tag } = element
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  // aria-hidden removes only icons and short inline repetitions: a block may be a folded panel, and a long link may be
  // a sentence that is hidden from screen readers only.
  if (attributes['aria-hidden'] === 'true' && !hasBlock && INLINE.has(tag) && lengthOf(element) < ICON_CHARACTERS)
    return true
  const style = attributes['style']
  if (style === undefined) return false
  if (hasDeclaration(style, 'display', /^none/) || hasDeclaration(style, 'visibility', /^hidden/)) return true
  // Text without size may be instructions to a model. On an element with child elements it only closes gaps.
  return element.children.every((child) => typeof child === 'string') && hasDeclaration(style, 'font-size', ZERO_SIZE)
}

const ZERO_SIZE = /^0(?:\.0+)?(?:px|r?em|pt|%)?(?:\s|!|$)/

const ICON_CHARACTERS = 60
const INLINE = new Set(['span', 'i', 'b', 'em', 'a', 'small', 'sup', 'sub', 'button'])
const PANEL_WORDS =
  /tab|panel|accordion|collaps|expand|toggle|faq|answer|slide|more|spoiler|content|description|detail/i

function isPanel({ attributes }: HtmlElement): boolean {
  return attributes['role'] === 'tabpanel' || PANEL_WORDS.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`)
}

function hasDeclaration(style: string, property: string, pattern: RegExp): boolean {
  return style.split(';').some((declaration) => {
    const [name = '', value = ''] = declaration.split(':')
    return name.trim().toLowerCase() === property && pattern.test(value.trim().toLowerCase())
  })
}

/**
 * True for an element that is named as navigation or a cookie notice and is no longer than one usually is; some sites
 * give such names to the whole page. Short pages need this rule: all their blocks are kept otherwise.
 */
function isMenuOrConsent(element: HtmlElement, lengthOf: (element: HtmlElement) => number): boolean {
  const { class: classes = '', id = '' } = element.attributes
  if (classes === '' && id === '') return false
  const names = [id, ...classes.split(/\s+/)].map((name) => name.toLowerCase())
  if (names.some((name) => MENU_NAMES.has(name))) return lengthOf(element) < MENU_CHARACTERS
  return names.some((name) => CONSENT_NAME.test(name)) && lengthOf(element) < CONSENT_CHARACTERS
}

const MENU_CHARACTERS = 400
const CONSENT_CHARACTERS = 600
const CONSENT_NAME =
  /^(?:.*[-_])?(?:cookies?|gdpr|consent)[-_]?(?:bar|banner|consent|dialog|message|modal|notice|overlay|popup)(?:[-_].*)?$/
// navheader, navfooter: DocBook; linenos: line numbers beside code.
const MENU_NAMES = new Set(
  'nav navbar navheader navfooter navigation breadcrumb breadcrumbs pagination pager linenos mw-editsection'.split(' '),
)

/** A symbol beside a heading that links to the heading itself. */
function isPermalink({ tag, attributes, children }: HtmlElement): boolean {
  if (tag !== 'a' || !attributes['href']?.includes('#') || children.length > 1) return false
  const [only = ''] = children
  return typeof only === 'string' && PERMALINK_SYMBOLS.has(only.trim())
}

const PERMALINK_SYMBOLS = new Set(['', '#', '¶', '§', '🔗', '\uf0c1', '\u200b', '[edit]'])
