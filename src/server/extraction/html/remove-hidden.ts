/**
 * Removes what is certainly not text for visitors: elements they do not see, landmarks such as navigation, links of
 * headings to themselves, menus and cookie notices with telling names, and what is only operated: buttons that copy
 * code, line numbers, "Was this page helpful?". The main text is chosen from the rest, and of a short page all of the
 * rest is kept. The lengths are set by hand.
 */
import { isCodeControl } from './code-controls.ts'
import { staysHidden } from './hidden-element.ts'
import { cachedTextLength, type HtmlElement, type LengthOf, textOf } from './html-element.ts'
import { HEADINGS } from './html-tags.ts'
import { isFigureLabel } from './is-figure-label.ts'

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
    isTopLink(element) ||
    isHiddenInControl(element) ||
    isNoteReference(element) ||
    isFigureLabel(element, lengthOf) ||
    isCodeControl(element, lengthOf) ||
    isFeedbackQuestion(element, lengthOf) ||
    isMenuOrConsent(element, lengthOf) ||
    (staysHidden(element, previous, lengthOf) && lengthOf(element) < pageLength * MIN_CONTENT_SHARE)

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
  if (!linksToPart(element)) return false
  // Beside the sign there may be the empty box of an icon.
  const [only = '', ...others] = element.children.filter((child) => typeof child === 'string' || !isEmptyBox(child))
  return others.length === 0 && typeof only === 'string' && PERMALINK_SYMBOLS.has(only.trim())
}

const isEmptyBox = ({ tag, children }: HtmlElement) => tag === 'div' && children.length === 0

/** The link of a heading to the top of the page. */
function isTopLink(element: HtmlElement): boolean {
  const isInHeading = element.parent !== null && HEADINGS.has(element.parent.tag)
  return isInHeading && linksToPart(element) && /^(?:back to )?top$/i.test(textOf(element).trim())
}

const ONLY_READ_ALOUD = /(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text)(?:\s|$)/i
const CONTROLS = new Set(['button', 'label'])

/**
 * What only a screen reader says about a control: "sold out" is in each variant of a product, and shown when it is
 * true.
 */
function isHiddenInControl({ parent, attributes }: HtmlElement): boolean {
  return parent !== null && CONTROLS.has(parent.tag) && ONLY_READ_ALOUD.test(attributes['class'] ?? '')
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

/**
 * Class names and ids of what leads elsewhere or is a control: in pages of Bootstrap, Texinfo, DocBook, Discourse,
 * Docusaurus, MediaWiki, Sphinx, Node.js and rustdoc.
 */
const MENU_NAMES = new Set(
  'nav navbar navheader navfooter navigation breadcrumb breadcrumbs pagination pager linenos mw-editsection mw-cite-backlink hatnote post-likes inline-template viewcode-link srclink hideme test-arrow dropdown-menu nav_table nav-panel theme-doc-version-badge'.split(
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
  const length = lengthOf(element)
  if (names.some((name) => MENU_NAMES.has(name))) return length < MAX_MENU_CHARACTERS
  if (length < MAX_MENU_CHARACTERS && names.includes('header') && isTexinfoHeader(element)) return true
  return names.some((name) => CONSENT_NAME.test(name)) && length < MAX_CONSENT_CHARACTERS
}

/** "Next: Locks, Previous: Keys, Up: Doors [Contents][Index]" */
const isTexinfoHeader = (element: HtmlElement) =>
  /^\s*(?:Next|Prev(?:ious)?|Up|Nächste|Vorige|Nach oben|Suivant|Précédent|Monter|Siguiente|Anterior|Subir)\s?:/.test(
    textOf(element),
  )

/** True for a heading and a section that starts with one: generators make their ids from the words of the heading. */
function isTitled({ tag, children }: HtmlElement): boolean {
  if (HEADINGS.has(tag)) return true
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '')
  return typeof first === 'object' && HEADINGS.has(first.tag)
}
