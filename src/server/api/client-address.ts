import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address a request comes from, for rate limits. `peer` is the other end of the socket. When that is this
 * machine a reverse proxy may stand in front: then the last entry of X-Forwarded-For, the one the proxy itself
 * wrote, is believed; earlier entries are whatever the client claimed.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null): string {
  const address = (peer ?? '127.0.0.1').replace(/^::ffff:/, '')
  if (!isThisMachine(address)) return address
  const forwarded = forwardedFor?.split(',').at(-1)?.trim() ?? ''
  return isIP(forwarded) ? forwarded : address
}

/** The other end of the socket; undefined when the app is asked without one. */
export function peerOf(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}

export const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.')
