import { expect, it } from 'vitest'
import { clientIp } from './client-ip.ts'

it.each([
  ['a remote client', '203.0.113.9', null, '203.0.113.9'],
  ['a remote client with a forged header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a client behind a local proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a client behind a local proxy with a forged entry', '127.0.0.1', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['a client behind a proxy with a socket for both protocols', '::1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['a proxy over IPv6', '::1', '2001:db8::7', '2001:db8::7'],
  ['this machine', '127.0.0.1', null, '127.0.0.1'],
  ['this machine as an IPv4-mapped address', '::ffff:127.0.0.1', null, '127.0.0.1'],
  ['this machine with an invalid header', '127.0.0.1', 'invalid', '127.0.0.1'],
  ['no socket at all', undefined, null, '127.0.0.1'],
])('finds the address of %s', (_who, peer, forwardedFor, ip) => {
  expect(clientIp(peer, forwardedFor)).toBe(ip)
})

it.each([
  ['a proxy on a private network', '10.0.0.2', 'private' as const, '198.51.100.1'],
  ['a remote client', '203.0.113.9', 'private' as const, '203.0.113.9'],
  ['a client on a private network that is not trusted', '10.0.0.2', 'loopback' as const, '10.0.0.2'],
  ['a local client without a proxy', '127.0.0.1', 'none' as const, '127.0.0.1'],
])('respects TRUST_PROXY for %s', (_who, peer, trust, ip) => {
  expect(clientIp(peer, '198.51.100.1', trust)).toBe(ip)
})
