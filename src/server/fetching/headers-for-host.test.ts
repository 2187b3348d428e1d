import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/faulty-responses.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { createReader, type Reader } from './create-reader.ts'
import { headersForHost } from './headers-for-host.ts'
import type { ReadOptions } from './reader.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}"><p>${sentence}`

let site: Website
let other: Website
let egress: Egress
let reader: Reader

beforeAll(async () => {
  site = await openWebsite({})
  other = await openWebsite({ '/x': '<p>Elsewhere' })
  egress = createEgress({ allowPrivateHosts: [site.host, other.host] })
  reader = createReader({ egress, appUrl: 'http://localhost:3000' })
})
afterAll(async () => {
  await reader.close()
  await egress.close()
  await site.close()
  await other.close()
})

let next = 0
const read = (answer: SiteAnswer, options: Partial<ReadOptions> = {}) => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return reader.read(site.origin + path, { allowRedirect: () => ({ ok: true }), ...options })
}

describe('the user’s headers for one host', () => {
  const options = () => ({ headers: [{ name: 'Cookie', value: 'session=1234' }], headersFor: site.host })

  it('are not sent to another host after a redirect or a meta refresh', async () => {
    const before = site.requests.length
    await read(bad.redirectTo(`${other.origin}/x`), options())
    await read(refresh(`0; url=${other.origin}/x`), options())
    const pages = site.requests.slice(before).filter(({ path }) => path !== '/robots.txt')
    expect(pages.map(({ headers }) => headers.cookie)).toEqual(['session=1234', 'session=1234'])
    expect(other.requests.filter(({ path }) => path === '/x')).toHaveLength(2)
    expect(JSON.stringify(other.requests)).not.toContain('1234')
  })

  it.each([
    ['another port', 'https://example.org:8443/'],
    ['a subdomain', 'https://www.example.org/'],
    ['plain HTTP after HTTPS', 'http://example.org/'],
  ])('are not sent to %s', (_case, url) => {
    const start = 'https://example.org/'
    const headers = [{ name: 'Authorization', value: 'Bearer 1234' }]
    expect(headersForHost({ headers, headersFor: 'example.org', start }, url)).toEqual({})
    expect(headersForHost({ headers, headersFor: 'example.org', start }, start)).toEqual({
      authorization: 'Bearer 1234',
    })
  })

  it('cannot change the connection or the user agent', () => {
    const headers = ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'User-Agent'].map((name) => ({
      name,
      value: 'x',
    }))
    expect(headersForHost({ headers, headersFor: 'example.org' }, 'https://example.org/')).toEqual({})
  })
})
