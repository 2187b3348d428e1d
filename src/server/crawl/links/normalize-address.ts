/** Syntax-based normalization of addresses (RFC 3986, section 6.2.2). */

/** Decodes unreserved characters and capitalizes all other percent-encodings; an encoded slash stays encoded. */
export function normalizeEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return UNRESERVED.test(character) ? character : encoded.toUpperCase()
  })
}

const UNRESERVED = /[A-Za-z\d\-._~]/

/** Parameters that identify the source of a visit, not the page. */
const TRACKING = new Set(
  (
    'gclid gclsrc dclid wbraid gbraid fbclid msclkid yclid ttclid twclid li_fat_id igshid mc_cid mc_eid mkt_tok _ga _gl ' +
    '_hsenc _hsmi'
  ).split(' '),
)

/** A query ("?a=1&b=2", or '') without tracking parameters, in its order; '' when nothing is left. */
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
