/** Parts of an address to show; each returns the whole address if it cannot be parsed. */
export const hostOf = (address: string) => URL.parse(address)?.host || address

/** The path without query. */
export const pathOf = (address: string) => URL.parse(address)?.pathname ?? address

export function pathWithQueryOf(address: string): string {
  const url = URL.parse(address)
  return url ? url.pathname + url.search : address
}
