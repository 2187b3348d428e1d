/** The address to crawl as it was typed: "example.org" means https; null when it cannot be an address. */
export function startAddress(typed: string): string | null {
  const trimmed = typed.trim()
  const withScheme = looksLikeHost.test(trimmed) ? `https://${trimmed}` : trimmed
  const url = URL.parse(withScheme)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? withScheme : null
}

const looksLikeHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u
