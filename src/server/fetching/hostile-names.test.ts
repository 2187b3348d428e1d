import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { fetchPage } from './fetch-page.ts'

let secret: Website
let egress: Egress | undefined
/** Every name that was resolved, in order. */
let resolved: string[] = []

beforeAll(async () => {
  secret = await openWebsite({ '/': 'not for you' })
})
afterAll(() => secret.close())
afterEach(() => egress?.close())

/** Fetches `http://HOST:PORT/` with the port of a private site on this machine; `addresses` gives the DNS response. */
async function fetchWithDns(addresses: (lookup: number) => string[], host = 'rebinding.example') {
  resolved = []
  egress = createEgress({
    allowPrivateHosts: [],
    resolve(hostname, done) {
      resolved.push(hostname)
      done(
        null,
        addresses(resolved.length).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  })
  const url = `http://${host}:${new URL(secret.origin).port}/`
  return fetchPage(url, { egress, userAgent: 'x', limits: { totalMs: 2_000 } })
}

describe('a host name that resolves to a private address', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['0.0.0.0']],
    [['169.254.169.254']],
    [['fe80::1%eth0']],
    [['not an address']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '93.184.215.14']],
    [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'fd00::1']],
  ])('is not connected to: %j', async (addresses) => {
    expect(await fetchWithDns(() => addresses)).toMatchObject({ ok: false, reason: 'private-address' })
    expect(secret.requests).toEqual([])
  })

  it('is refused by check, and IP addresses in any notation are refused without a lookup', async () => {
    await fetchWithDns(() => ['10.0.0.1'])
    expect(await egress?.check('http://rebinding.example/')).toMatchObject({ ok: false, reason: 'private-address' })
    for (const host of [
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::ffff:7f00:1]',
      '%31%32%37.0.0.1',
      '１２７.0.0.1',
    ]) {
      expect(await fetchWithDns(() => ['93.184.215.14'], host)).toMatchObject({ ok: false, reason: 'private-address' })
      expect(resolved).toEqual([])
    }
  })
})

describe('a host name whose DNS records change', () => {
  it('is checked again when connecting [address-1]', async () => {
    const addresses = (lookup: number) => (lookup === 1 ? ['93.184.215.14'] : ['127.0.0.1'])
    let lookups = 0
    const rebinding = createEgress({
      allowPrivateHosts: [],
      resolve: (_, done) =>
        done(
          null,
          addresses(++lookups).map((address) => ({ address, family: 4 })),
        ),
    })
    const url = `http://rebinding.example:${new URL(secret.origin).port}/`
    expect(await rebinding.check(url)).toEqual({ ok: true })
    expect(await fetchPage(url, { egress: rebinding, userAgent: 'x' })).toMatchObject({ reason: 'private-address' })
    expect(lookups).toBe(2)
    expect(secret.requests).toEqual([])
    await rebinding.close()
  })

  it('is not found without any record', async () => {
    expect(await fetchWithDns(() => [])).toMatchObject({ ok: false, reason: 'network' })
  })
})
