/** What a site is called where there is little room: its host, or the address when it is none. */
export const hostOf = (address: string) => URL.parse(address)?.host || address
