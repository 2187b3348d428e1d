/** Who asks for a mail to an address: a browser that is known to its account, an account, or else a network. */
import ipaddr from 'ipaddr.js'
import { CLIENT_ADDRESS_HEADER } from './auth-limits.ts'
import { findKnownBrowser } from './passwords/known-browser.ts'

export type MailRequester = { id: string; isKnown: boolean }

type Context = Parameters<typeof findKnownBrowser>[0] & { headers?: Headers | undefined }

export function mailRequester(ctx: Context, appSecret: string, email: string): MailRequester {
  const browser = findKnownBrowser(ctx, appSecret, email)
  if (browser) return { id: `browser ${browser}`, isKnown: true }
  return { id: networkOf(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? ''), isKnown: false }
}

/** An IPv6 connection has 2^64 addresses. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}
