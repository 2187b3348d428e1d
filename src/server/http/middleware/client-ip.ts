import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/platform/config.ts'
import type { Env } from '#server/http/context.ts'

type TrustProxy = Config['trustProxy']

/**
 * The client's IP address, for rate limits. `peer` is the other end of the socket. If it may be a reverse proxy
 * (TRUST_PROXY), the last entry of X-Forwarded-For is used, which the proxy wrote; earlier entries are forgeable.
 */
export function clientIp(
  peer: string | undefined,
  forwardedFor: string | null,
  trust: TrustProxy = 'loopback',
): string {
  const ip = withoutMapping(peer ?? '127.0.0.1')
  if (!mayBeProxy(ip, trust)) return ip
  const forwarded = withoutMapping(forwardedFor?.split(',').at(-1)?.trim() ?? '')
  return isIP(forwarded) ? forwarded : ip
}

/** A socket for both protocols has IPv4 addresses as "::ffff:203.0.113.7". */
const withoutMapping = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

function mayBeProxy(ip: string, trust: TrustProxy): boolean {
  if (trust === 'none') return false
  if (isThisMachine(ip)) return true
  return trust === 'private' && isIP(ip) > 0 && ['private', 'uniqueLocal'].includes(ipaddr.parse(ip).range())
}

/** The client's IP address of this request. */
export function callerIp<E extends Env>(c: Context<E>): string {
  return clientIp(peerOf(c), c.req.header('x-forwarded-for') ?? null, c.get('services').config.trustProxy)
}

/** The other end of the socket; undefined when the app is called without one, as in tests. */
function peerOf(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}

export const isThisMachine = (ip: string) => ip === '::1' || ip.startsWith('127.')

/** A local peer that sends one of these headers is a proxy for a remote client. */
const PROXY_HEADERS = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via']

/**
 * Whether a request comes from this machine itself, not through a proxy. The host name must be local too: a
 * DNS-rebinding page reaches this machine under its own name.
 */
export function isFromThisMachine<E extends Env>(c: Context<E>): boolean {
  const peer = withoutMapping(peerOf(c) ?? '')
  return isThisMachine(peer) && isLocalUrl(c.req.url) && !PROXY_HEADERS.some((name) => c.req.header(name))
}

/** Whether an address names this machine. */
export function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || isThisMachine(hostname.replace(/^\[|\]$/g, ''))
}
