import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'
import type { Env } from './context.ts'

type TrustProxy = Config['trustProxy']

/**
 * The address a request comes from, for rate limits. `peer` is the other end of the socket. When that may be a reverse
 * proxy, the last entry of X-Forwarded-For, the one the proxy itself wrote, is believed; earlier entries are whatever
 * the client claimed. Whoever sits where the proxy would may claim what he likes: TRUST_PROXY says where that is.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, trust: TrustProxy = 'loopback'): string {
  const address = (peer ?? '127.0.0.1').replace(/^::ffff:/, '')
  if (!mayBeProxy(address, trust)) return address
  const forwarded = forwardedFor?.split(',').at(-1)?.trim() ?? ''
  return isIP(forwarded) ? forwarded : address
}

function mayBeProxy(address: string, trust: TrustProxy): boolean {
  if (trust === 'none') return false
  if (isThisMachine(address)) return true
  return trust === 'private' && isIP(address) > 0 && ['private', 'uniqueLocal'].includes(ipaddr.parse(address).range())
}

/** The address that a request comes from. */
export function callerOf(c: Context<Env>): string {
  return clientAddress(peerOf(c), c.req.header('x-forwarded-for') ?? null, c.get('services').config.trustProxy)
}

/** The other end of the socket; undefined when the app is asked without one. */
export function peerOf(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}

export const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.')
