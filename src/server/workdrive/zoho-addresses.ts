/** Where Zoho's services are. Each region has its own, and an administrator stores one address of it. */

/** https://www.zoho.com/accounts/protocol/oauth/multi-dc.html: the regions differ in what follows the name. */
const OF_ZOHO =
  /^(?:accounts\.zoho|www\.zohoapis|workdrive\.zoho|accounts\.zohocloud)\.(com|eu|in|com\.au|com\.cn|jp|ca|sa|uk|ae)$/

/** The address of sign-in: {domain}/oauth/v2/auth and /token. An address that is not Zoho's serves both. */
export function accountsBaseOf(domain: string): string {
  const region = regionOf(domain)
  // Canada's sign-in has another name than the others'.
  if (region === 'ca') return 'https://accounts.zohocloud.ca'
  return region === null ? withoutSlash(domain) : `https://accounts.zoho.${region}`
}

/** The address of the API: /workdrive/api/v1/upload. */
export function apiBaseOf(domain: string): string {
  const region = regionOf(domain)
  return region === null ? withoutSlash(domain) : `https://www.zohoapis.${region}`
}

/**
 * How an upload is written: 'specified' as SPEC section 7 has it (bearer, workspace and folder in the query), and at
 * Zoho's own addresses as its manual has it (Zoho-oauthtoken, the folder as parent_id in the form).
 */
export type Wire = 'specified' | 'documented'

export const wireOf = (apiBase: string): Wire => (regionOf(apiBase) === null ? 'specified' : 'documented')

/** 'com', 'eu', 'com.au' …; null when the address is not Zoho's. */
function regionOf(address: string): string | null {
  return OF_ZOHO.exec(new URL(address).hostname)?.[1] ?? null
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
