/** The path of an address, as the tree shows it. */
export function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? address
}
