/** The path of an address; the whole address if it cannot be parsed. */
export function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? address
}
