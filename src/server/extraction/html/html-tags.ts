/** Tables of HTML elements: which are dropped, which are blocks, which end which (HTML standard, 13.2.6). */

/**
 * Dropped with their content: nav, footer and header (specification, section 5; but see `parsePage`) and elements
 * without page text.
 */
export const DROPPED = new Set(
  'nav footer header object canvas audio video map datalist dialog frameset applet'.split(' '),
)
/** Also dropped; their content does not follow the usual nesting rules. */
export const OPAQUE = new Set('script style noscript template svg iframe select textarea noembed noframes'.split(' '))
export const VOID = new Set(
  'area base br col embed hr img input link meta source track wbr param frame keygen'.split(' '),
)
export const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
export const SCOPE = new Set('table td th caption object template marquee applet'.split(' '))
/** Elements that contain blocks rather than a line of text. */
export const SECTIONS = new Set('article aside body center details div fieldset form main search section'.split(' '))
export const HEADINGS = new Set('h1 h2 h3 h4 h5 h6'.split(' '))
/** Elements that the end tag of an inline element does not close. */
export const SPECIAL = new Set(
  (
    'address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol p pre search section summary table tbody td ' +
    'tfoot th thead tr ul'
  ).split(' '),
)
export const CLOSES_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 ' +
    'h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul xmp'
  ).split(' '),
)
/** The open elements that a start tag ends, and those at which the search for them stops. */
export type EndedElements = { ends: readonly string[]; within: readonly string[] }
export const ENDS: Readonly<Record<string, EndedElements>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir'] },
  dt: { ends: ['dt', 'dd'], within: ['dl'] },
  dd: { ends: ['dt', 'dd'], within: ['dl'] },
  tr: { ends: ['tr', 'caption'], within: ['table', 'tbody', 'thead', 'tfoot'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
  thead: { ends: ['tbody', 'thead', 'tfoot', 'caption'], within: ['table'] },
  tbody: { ends: ['tbody', 'thead', 'tfoot', 'caption'], within: ['table'] },
  tfoot: { ends: ['tbody', 'thead', 'tfoot', 'caption'], within: ['table'] },
  a: { ends: ['a'], within: ['p', 'div', 'li', 'td', 'th'] },
}
export const KEPT_ATTRIBUTES = new Set(
  (
    'id class role hidden style href hreflang rel content name property http-equiv lang start itemprop itemtype ' +
    'alt aria-hidden aria-label aria-modal aria-expanded colspan rowspan type open data-post'
  ).split(' '),
)

/** True for elements that start on a new line. */
export function isBlock(tag: string): boolean {
  return SPECIAL.has(tag) || tag === 'hr' || tag === 'xmp'
}

const LIST_ITEM_SCOPE: ReadonlySet<string> = new Set([...SCOPE, 'ul', 'ol'])
const TABLE_SCOPE: ReadonlySet<string> = new Set(['table'])
const NO_SCOPE: ReadonlySet<string> = new Set()
export const TABLE_PARTS = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption'])

/** The elements that the end tag `tag` does not close. */
export function scopeOf(tag: string): ReadonlySet<string> {
  if (tag === 'table') return NO_SCOPE
  if (tag === 'li') return LIST_ITEM_SCOPE
  return TABLE_PARTS.has(tag) ? TABLE_SCOPE : SCOPE
}
