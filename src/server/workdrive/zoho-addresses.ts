/** The addresses of Zoho's services. Each region has its own; administrators store any one address of their region. */

/** The top-level domains of the regions: https://www.zoho.com/accounts/protocol/oauth/multi-dc.html */
const ZOHO_HOST =
  /^(?:accounts\.zoho|www\.zohoapis|workdrive\.zoho|accounts\.zohocloud)\.(com|eu|in|com\.au|com\.cn|jp|ca|sa|uk|ae)$/

/** The base of the OAuth endpoints, /oauth/v2/…. An address that is not Zoho's is used for OAuth and API alike. */
export function accountsBaseOf(domain: string): string {
  const region = regionOf(domain)
  // Canada's accounts server has a different name from the others.
  if (region === 'ca') return 'https://accounts.zohocloud.ca'
  return region === null ? withoutTrailingSlash(domain) : `https://accounts.zoho.${region}`
}

/** The base of the API, /workdrive/api/v1/…. */
export function apiBaseOf(domain: string): string {
  const region = regionOf(domain)
  return region === null ? withoutTrailingSlash(domain) : `https://www.zohoapis.${region}`
}

/**
 * The wire format of an upload: 'specified' in the specification, section 7 (bearer token, workspace and folder in the
 * query), or 'documented' in Zoho's manual and used at its addresses (Zoho-oauthtoken, folder as parent_id in the
 * form).
 */
export type Wire = 'specified' | 'documented'

export const wireOf = (apiBase: string): Wire => (regionOf(apiBase) === null ? 'specified' : 'documented')

/** Whether an address is on one of Zoho's servers, over https and its usual port. */
export const isZohoAddress = (address: string) =>
  regionOf(address) !== null && new URL(address).origin === `https://${new URL(address).hostname}`

/** 'com', 'eu', 'com.au' …; null when the address is not Zoho's. */
function regionOf(address: string): string | null {
  return ZOHO_HOST.exec(new URL(address).hostname)?.[1] ?? null
}

const withoutTrailingSlash = (address: string) => address.replace(/\/+$/, '')
