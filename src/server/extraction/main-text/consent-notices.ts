/**
 * Removes cookie notices by what they say, in seven languages: a short element that says that the site uses cookies and
 * has a button to accept or dismiss it. The lengths are set by hand. Linear in the size of the tree.
 */
import { cachedTextLength, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import { HEADINGS, isBlock } from '#server/extraction/html/html-tags.ts'
import { flowingText, oneLine } from '#server/extraction/markdown/inline-text.ts'

/** A longer element is a text about cookies. */
const MAX_NOTICE_CHARACTERS = 1_000
const MAX_NOTICE_ELEMENTS = 120
/** The word "cookies" is at most this many elements below the notice. */
const MAX_DEPTH = 8
const MAX_BUTTON_CHARACTERS = 45
/** The statement comes first, after a title or a greeting. */
const MAX_CHARACTERS_BEFORE = 250
/** "Your privacy", around a notice. */
const MAX_TITLE_CHARACTERS = 80
/** With more texts about cookies, the page is a cookie policy: its sections with headings are no notices. */
const MAX_OTHER_MENTIONS = 8

/** Empties the notices below `body` and returns all elements in them. */
export function removeConsentNotices(body: HtmlElement): Set<HtmlElement> {
  const removed = new Set<HtmlElement>()
  const mentions = elementsWithText(body, 'ookie')
  const lengthOf = cachedTextLength()
  const isPolicy = mentions.length > MAX_OTHER_MENTIONS
  const candidates = new Set<HtmlElement>()
  for (const mention of mentions) {
    let element: HtmlElement | null = mention
    for (let depth = 0; depth < MAX_DEPTH && element && element !== body; depth++, element = element.parent) {
      if (candidates.has(element) || lengthOf(element) > MAX_NOTICE_CHARACTERS) break
      candidates.add(element)
    }
  }
  // The shortest first: what is around a notice is judged without it.
  for (const element of [...candidates].sort((a, b) => lengthOf(a) - lengthOf(b))) {
    if (isNotice(element, isPolicy)) empty(withTitle(element, body, lengthOf), removed)
  }
  return removed
}

function empty(element: HtmlElement, removed: Set<HtmlElement>) {
  removed.add(element)
  for (const child of element.children) if (typeof child !== 'string') empty(child, removed)
  element.children.length = 0
}

/** Elements with a text node that contains `part`. */
function elementsWithText(body: HtmlElement, part: string): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = (element: HtmlElement) => {
    let isFound = false
    for (const child of element.children) {
      if (typeof child !== 'string') visit(child)
      else if (!isFound && child.includes(part)) isFound = true
    }
    if (isFound) found.push(element)
  }
  visit(body)
  return found
}

function isNotice(element: HtmlElement, isPolicy: boolean): boolean {
  const content = { elements: 0, headings: 0, hasButton: false }
  if (!survey(element, content) || !content.hasButton || content.headings > (isPolicy ? 0 : 1)) return false
  return saysCookiesAreUsed(oneLine(flowingText(element.children)))
}

/** Counts elements and headings and looks for a button; false for more elements than a notice has. */
function survey(element: HtmlElement, content: { elements: number; headings: number; hasButton: boolean }): boolean {
  if (element.tag === 'h1' || ++content.elements > MAX_NOTICE_ELEMENTS) return false
  if (HEADINGS.has(element.tag)) content.headings++
  content.hasButton ||= isDismissButton(element)
  return element.children.every((child) => typeof child === 'string' || survey(child, content))
}

const BUTTONS = new Set(['a', 'button'])
/** They look like a button when nothing else is in their line. */
const LIKE_BUTTONS = new Set(['span', 'div', 'p', 'li', 'label'])

function isDismissButton(element: HtmlElement): boolean {
  const { tag, attributes, children } = element
  const isButton = BUTTONS.has(tag) || attributes['role'] === 'button'
  if (!isButton && !(LIKE_BUTTONS.has(tag) && children.length === 1 && hasOwnLine(element))) return false
  const label = shortText(children)
  return label.length <= MAX_BUTTON_CHARACTERS && DISMISS.test(label)
}

/** False for a part of a sentence, such as the value in `<p>Set to <code><span>yes</span></code>, …`. */
function hasOwnLine({ parent }: HtmlElement): boolean {
  let up = parent
  for (let depth = 0; up && isAlone(up); depth++, up = up.parent) {
    if (up.hasBlock || isBlock(up.tag) || depth === MAX_DEPTH) return true
  }
  return false
}

/** True for an element without text beside its child elements. */
const isAlone = ({ children }: HtmlElement) =>
  children.every((child) => typeof child !== 'string' || child.trim().length <= 1)

/** The text of nodes, '' for a button that contains more than a few elements. */
function shortText(nodes: readonly HtmlNode[]): string {
  if (nodes.length > 4) return ''
  return nodes
    .map((node) => (typeof node === 'string' ? node.slice(0, 100) : shortText(node.children)))
    .join('')
    .trim()
}

/**
 * English, German, French, Spanish, Italian, Portuguese, Dutch. "Accept all cookies", "Nur notwendige"; not
 * "Acceptable".
 */
const DISMISS = new RegExp(
  `^[×✓✕xX]?\\s*(?:${[
    '(?:yes,? )?(?:i )?(?:accept|agree|allow|reject|refuse|decline|deny|disagree|consent|understand|acknowledge)',
    'got it|ok|okay|yes|no,? thanks|dismiss|close|(?:only |use )?(?:strictly )?(?:necessary|essential)|that.s (?:ok|fine)',
    '(?:ja,? )?(?:ich )?(?:stimme zu|zustimmen|akzeptiere|akzeptieren|annehmen|ablehnen|verstanden|einverstanden|schlie(?:ß|ss)en)',
    'alle(?: cookies)? (?:akzeptieren|annehmen|zulassen|erlauben|ablehnen|accepteren|toestaan|weigeren)',
    '(?:cookies )?(?:zulassen|erlauben|akzeptieren|accepteren|toestaan|weigeren)|nur (?:notwendige|essenzielle|erforderliche|technisch)',
    '(?:tout |j.)?(?:accepter|accepte|refuser|autoriser)|continuer sans accepter|d.accord|j.ai compris|compris|fermer',
    '(?:aceptar|acepto|rechazar|denegar|permitir|entendido|de acuerdo|cerrar)',
    '(?:accetta|accetto|rifiuta|rifiuto|consenti|acconsento|ho capito|va bene|chiudi)',
    '(?:aceitar|aceito|rejeitar|recusar|concordo|entendi|percebi|fechar)',
    '(?:accepteren|accepteer|akkoord|weigeren|weiger|afwijzen|toestaan|begrepen|ik ga akkoord|sluiten)',
  ].join('|')})(?!\\p{L})`,
  'iu',
)

const COOKIE = /(?<!\p{L})cookies?(?!\p{L})/iu
/** The verbs of "We use cookies" in the same languages, with "Cookies help us". */
const USE =
  /(?<!\p{L})(?:use[sd]?|using|stores?|sets?|places?|helps?|verwende[nt]|verwendung|nutz(?:en|t|ung)|benutz(?:en|t)|setzen|setzt|einsatz|helfen|utilis(?:e|ons|ent|ation)|aident|utiliza(?:r|mos|m|n|ndo|ção)?|usa(?:r|mos|m|n|ndo)?|uso|empleamos|emplea|ayudan|utilizz(?:a|iamo|ano|o)|usiamo|usano|aiutano|ajudam|gebruik(?:en|t)?|plaats(?:en|t)|helpen)(?!\p{L})/iu

function saysCookiesAreUsed(text: string): boolean {
  const sentences = text.split(/[.!?]/)
  let before = 0
  for (const sentence of sentences) {
    if (before > MAX_CHARACTERS_BEFORE) return false
    if (COOKIE.test(sentence) && USE.test(sentence)) return true
    before += sentence.length + 1
  }
  return false
}

const TITLE =
  /cookie|privacy|consent|preference|datenschutz|privatsph|einwilligung|confidentialit|vie privée|privacidad|riservatezza|toestemming/i

/** The notice with its wrappers and the title beside it. */
function withTitle(notice: HtmlElement, body: HtmlElement, lengthOf: (element: HtmlElement) => number): HtmlElement {
  let whole = notice
  for (let depth = 0; depth < MAX_DEPTH && whole.parent && whole.parent !== body; depth++) {
    const { parent } = whole
    const added = lengthOf(parent) - lengthOf(whole)
    if (added > MAX_TITLE_CHARACTERS) break
    if (added > 0 && !parent.children.every((child) => child === whole || isTitle(child))) break
    whole = parent
  }
  return whole
}

function isTitle(node: HtmlNode): boolean {
  if (typeof node === 'string') return node.trim() === ''
  const text = shortText(node.children)
  return node.tag !== 'h1' && (TITLE.test(text) || (text === '' && node.children.length === 0))
}
