import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

it.each([
  ['a stranger', '203.0.113.9', null, '203.0.113.9'],
  ['a stranger who claims to be somebody else', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['somebody behind a proxy on this machine', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['somebody behind a proxy who claims to be somebody else', '127.0.0.1', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['a proxy over IPv6', '::1', '2001:db8::7', '2001:db8::7'],
  ['this machine', '127.0.0.1', null, '127.0.0.1'],
  ['this machine in its IPv6 dress', '::ffff:127.0.0.1', null, '127.0.0.1'],
  ['this machine with nonsense', '127.0.0.1', 'nonsense', '127.0.0.1'],
  ['no socket at all', undefined, null, '127.0.0.1'],
])('knows %s', (_who, peer, forwardedFor, address) => {
  expect(clientAddress(peer, forwardedFor)).toBe(address)
})

it.each([
  ['a proxy on a private network', '10.0.0.2', 'private' as const, '198.51.100.1'],
  ['a stranger on the internet', '203.0.113.9', 'private' as const, '203.0.113.9'],
  ['somebody on a private network that nothing was said of', '10.0.0.2', 'loopback' as const, '10.0.0.2'],
  ['somebody on this machine when there is no proxy', '127.0.0.1', 'none' as const, '127.0.0.1'],
])('with TRUST_PROXY, believes of %s', (_who, peer, trust, address) => {
  expect(clientAddress(peer, '198.51.100.1', trust)).toBe(address)
})
