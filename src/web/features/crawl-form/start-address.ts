/** Completes a typed address: "example.org" gets https, "localhost:8080" http. Null if it is not an http(s) URL. */
export function startAddress(typed: string): string | null {
  const trimmed = typed.trim()
  const scheme = localhostPattern.test(trimmed) ? 'http://' : hostPattern.test(trimmed) ? 'https://' : ''
  const withScheme = scheme + trimmed
  const url = URL.parse(withScheme)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? withScheme : null
}

const hostPattern = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u
const localhostPattern = /^localhost(:\d+)?([/?#]|$)/i
