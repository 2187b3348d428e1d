/**
 * Completes a typed address: "example.org" gets https, "localhost:8080" and "192.168.0.7" http. Null if it is not an
 * http(s) URL.
 */
export function startAddress(typed: string): string | null {
  const trimmed = typed.trim()
  const scheme = localPattern.test(trimmed) ? 'http://' : hostPattern.test(trimmed) ? 'https://' : ''
  const withScheme = scheme + trimmed
  const url = URL.parse(withScheme)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? withScheme : null
}

const hostPattern = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u
/** Certificates are for names: a server that is addressed by its number seldom has one. */
const localPattern = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i
