/** Reads the content of a meta refresh, such as "3; url='/there'", as browsers do. */

/** A page that leads on later than this is a page to be read. */
const MAX_SECONDS = 10

/** The address as it is written there; '' when it leads nowhere, or only after a while. */
export function parseRefresh(content: string): string {
  const [, seconds = '', rest = ''] = /^\s*([\d.]*)\s*[;,]?\s*(.*)$/s.exec(content) ?? []
  if ((Number.parseFloat(seconds) || 0) > MAX_SECONDS) return ''
  const [, quote = '', address = ''] = /^(?:url\s*=\s*)?(["']?)(.*)$/is.exec(rest) ?? []
  const end = quote ? address.indexOf(quote) : -1
  return (end < 0 ? address : address.slice(0, end)).trim()
}
