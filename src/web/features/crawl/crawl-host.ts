/** The short name of a site: its host, or the whole address if it cannot be parsed. */
export const hostOf = (address: string) => URL.parse(address)?.host || address
