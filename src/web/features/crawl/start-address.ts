/** The address to crawl as it was typed: "example.org" means https, "localhost:8080" http; null when it cannot be an address. */
export function startAddress(typed: string): string | null {
  const trimmed = typed.trim()
  const scheme = ownMachine.test(trimmed) ? 'http://' : looksLikeHost.test(trimmed) ? 'https://' : ''
  const withScheme = scheme + trimmed
  const url = URL.parse(withScheme)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? withScheme : null
}

const looksLikeHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u
const ownMachine = /^localhost(:\d+)?([/?#]|$)/i
