/** One spelling for each address (RFC 3986, 6.2.2): what may be written in two ways is written in one. */

/** Unreserved characters stand for themselves, other percent-encodings in capitals. Slashes stay as they are. */
export function normalizeEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return UNRESERVED.test(character) ? character : encoded.toUpperCase()
  })
}

const UNRESERVED = /[A-Za-z\d\-._~]/

/** Parameters that tell who sent the visitor, never which page: with them one page would have many addresses. */
const TRACKING = new Set(
  (
    'gclid gclsrc dclid wbraid gbraid fbclid msclkid yclid ttclid twclid li_fat_id igshid mc_cid mc_eid mkt_tok _ga _gl ' +
    '_hsenc _hsmi'
  ).split(' '),
)

/** A query ("?a=1&b=2", or '') in order, without what only tracks; '' when nothing is left. */
export function normalizeQuery(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !isTracking(parameter))
  return kept.length === 0 ? '' : `?${normalizeEncoding(kept.join('&'))}`
}

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=')[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || TRACKING.has(name)
}
