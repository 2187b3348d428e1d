/**
 * Removes what is certainly not text for visitors: elements they do not see, landmarks such as navigation, links of
 * headings to themselves, menus and cookie notices with telling names, and what is only operated: buttons that copy code,
 * line numbers, "Was this page helpful?". The main text is chosen from the rest, and of
 * a short page all of the rest is kept. The lengths are set by hand.
 */
import { cachedTextLength, type HtmlElement } from './html-element.ts'
import { HEADINGS } from './html-tags.ts'

type LengthOf = (element: HtmlElement) => number

/** A hidden element with at least this share of the page's text holds its content, which a script reveals. */
const MIN_CONTENT_SHARE = 0.3

/** Changes the tree below `body`. */
export function removeHidden(body: HtmlElement) {
  const lengthOf = cachedTextLength()
  // Fills the cache for the whole page, so that all lengths are those before anything was removed.
  const pageLength = lengthOf(body)
  const isRemoved = (element: HtmlElement, previous: HtmlElement | null) =>
    isLandmark(element) ||
    STRUCK_OUT.has(element.tag) ||
    isPermalink(element) ||
    isNoteReference(element) ||
    isCodeMargin(element, lengthOf) ||
    isFeedbackQuestion(element, lengthOf) ||
    isCopyButton(element, lengthOf) ||
    isMenuOrConsent(element, lengthOf) ||
    (isHidden(element, lengthOf) &&
      !isPanel(element) &&
      !(previous && isOpener(previous) && lengthOf(previous) > 1 && endsSentence(element)) &&
      lengthOf(element) < pageLength * MIN_CONTENT_SHARE)

  function prune(element: HtmlElement) {
    const { children } = element
    let kept = 0
    let previous: HtmlElement | null = null
    for (const child of children) {
      if (typeof child !== 'string') {
        if (isRemoved(child, previous)) continue
        previous = child
        prune(child)
      }
      children[kept++] = child
    }
    children.length = kept
  }
  prune(body)
}

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

/** True for the answer of an accordion, which has sentences. What a button opens is else a menu or a list of links. */
function endsSentence(panel: HtmlElement): boolean {
  let last: HtmlElement | string | undefined = panel
  for (let depth = 0; depth < 12 && typeof last === 'object'; depth++) {
    if (last.tag === 'a' || last.tag === 'button') return false
    last = last.children.findLast((child) => typeof child !== 'string' || child.trim() !== '')
  }
  return typeof last === 'string' && ENDS_SENTENCE.test(last)
}

/** What the page says no longer, such as an old price. */
const STRUCK_OUT = new Set(['del', 's', 'strike'])

/** Navigation, header and footer, and parts of a page that are only operated or dismissed. */
const LANDMARK_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menubar', 'alertdialog'])

function isLandmark({ attributes }: HtmlElement): boolean {
  return LANDMARK_ROLES.has(attributes['role'] ?? '')
}

/** What marks a heading's link to itself, or a note's link back to its text; also an icon without text. */
const PERMALINK_SYMBOLS = new Set(['', '#', '¶', '§', '🔗', '\uf0c1', '\u200b', '[edit]', '^', '↑', '↩', '↩︎'])

function isPermalink(element: HtmlElement): boolean {
  if (!linksToPart(element) || element.children.length > 1) return false
  const [only = ''] = element.children
  return typeof only === 'string' && PERMALINK_SYMBOLS.has(only.trim())
}

/** "[3]", "3", "[a]", "*", "[note 1]": a link to a note, which says nothing in a text without links. */
const NOTE_REFERENCE = /^\[?(?:(?:note|nb|n)\s*)?(?:\d{1,3}|[a-z]{1,2}|[*†‡§]{1,3})\]?$/i

function isNoteReference(element: HtmlElement): boolean {
  const elements = element.children.filter((child) => typeof child !== 'string')
  const isSup = element.tag === 'sup' && elements.some(linksToPart)
  const isAroundSup = linksToPart(element) && elements[0]?.tag === 'sup'
  const isMarked = element.attributes['role'] === 'doc-noteref'
  return (isSup || isAroundSup || isMarked) && NOTE_REFERENCE.test(textOf(element).trim())
}

const linksToPart = ({ tag, attributes }: HtmlElement) => tag === 'a' && attributes['href']?.includes('#') === true
const textOf = ({ children }: HtmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** "Was this page helpful?" in seven languages, with its buttons and thanks. */
const FEEDBACK =
  /^(?:(?:was|is|did you find) (?:this|the|it)(?: \S+){0,2} (?:helpful|useful)|did (?:this|the)(?: \S+){0,2} help(?: you)?|(?:war|ist) (?:diese[rs]?|das)(?: \S+){0,2} hilfreich|(?:cet(?:te)?|ce)(?: \S+){0,2} (?:vous )?a-t-(?:il|elle) été utile|¿(?:te|le) (?:ha resultado|fue|ha sido|resultó) útil(?: \S+){0,3}|questa? (?:\S+ ){0,2}(?:è stat[ao]|ti è stat[ao]) utile|(?:este|esta|isto)(?: \S+){0,2} foi útil|was (?:deze|dit)(?: \S+){0,2} nuttig)\s?\?/i
const MIN_FEEDBACK_CHARACTERS = 15
const MAX_FEEDBACK_CHARACTERS = 120
const MAX_FEEDBACK_DEPTH = 5

function isFeedbackQuestion(element: HtmlElement, lengthOf: LengthOf): boolean {
  const length = lengthOf(element)
  if (length < MIN_FEEDBACK_CHARACTERS || length > MAX_FEEDBACK_CHARACTERS || HEADINGS.has(element.tag)) return false
  let first: HtmlElement | string | undefined = element
  for (let depth = 0; depth < MAX_FEEDBACK_DEPTH && typeof first === 'object'; depth++)
    first = first.children.find((child) => typeof child !== 'string' || child.trim() !== '')
  return typeof first === 'string' && first.includes('?') && FEEDBACK.test(first.trim())
}

/** Names of line numbers in a column or a line of code, and of the label with its language. */
const LINE_NUMBERS = /(?:^|[\s_-])(?:line-?num(?:ber)?s?|linenos?|lineno|gutter|ln|lnt)(?:$|[\s_-])/i
const CODE_LANGUAGE = /^(?:lang|code-lang|code-language|language-name|language-label)$/
const MAX_LANGUAGE_CHARACTERS = 15
/** The code is one of the first children of its box. */
const MAX_CHILDREN_BEFORE_CODE = 8

/** True for line numbers beside code and for the name of its language above it. */
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

/** navheader, navfooter: DocBook; linenos: line numbers beside code; inline-template: "citation needed"; viewcode-link: Sphinx. */
const MENU_NAMES = new Set(
  'nav navbar navheader navfooter navigation breadcrumb breadcrumbs pagination pager linenos mw-editsection mw-cite-backlink inline-template viewcode-link'.split(
    ' ',
  ),
)
/** `cookie-banner`, `site-gdpr-modal`, `consent_overlay--open`; not `cookie-recipes`. */
const CONSENT_NAME =
  /^(?:.*[-_])?(?:cookies?|gdpr|consent)[-_]?(?:bar|banner|consent|dialog|message|modal|notice|overlay|popup)(?:[-_].*)?$/
/** Longer elements are no menu and no notice: some sites give such names to the whole page. */
const MAX_MENU_CHARACTERS = 400
const MAX_CONSENT_CHARACTERS = 600

function isMenuOrConsent(element: HtmlElement, lengthOf: LengthOf): boolean {
  const { class: classes = '', id: ownId = '' } = element.attributes
  if (classes === '' && ownId === '') return false
  const id = isTitled(element) ? '' : ownId
  const names = [id, ...classes.split(/\s+/)].map((name) => name.toLowerCase())
  if (names.some((name) => MENU_NAMES.has(name))) return lengthOf(element) < MAX_MENU_CHARACTERS
  return names.some((name) => CONSENT_NAME.test(name)) && lengthOf(element) < MAX_CONSENT_CHARACTERS
}

/** True for a heading and a section that starts with one: generators make their ids from the words of the heading. */
function isTitled({ tag, children }: HtmlElement): boolean {
  if (HEADINGS.has(tag)) return true
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '')
  return typeof first === 'object' && HEADINGS.has(first.tag)
}

const INLINE = new Set(['span', 'i', 'b', 'em', 'a', 'small', 'sup', 'sub', 'button'])
const MAX_ICON_CHARACTERS = 60
/** The value of `font-size`: "0", "0px !important"; not "0.9em". */
const ZERO_SIZE = /^0(?:\.0+)?(?:px|r?em|pt|%)?(?:\s|!|$)/

function isHidden(element: HtmlElement, lengthOf: LengthOf): boolean {
  const { attributes, hasBlock, tag, children } = element
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  // aria-hidden removes only icons and short inline repetitions: a block may be a collapsed panel, and a long link may be
  // a sentence that is hidden from screen readers only.
  if (attributes['aria-hidden'] === 'true' && !hasBlock && INLINE.has(tag) && lengthOf(element) < MAX_ICON_CHARACTERS)
    return true
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
