import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/misbehaviour.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { createReader, type SiteReader } from './create-reader.ts'
import { headersForHost } from './headers-for-host.ts'
import type { ReadOptions } from './reader.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}"><p>${sentence}`

let site: Website
let other: Website
let egress: Egress
let reader: SiteReader

beforeAll(async () => {
  site = await openWebsite({ '/there': '<title>There</title><p>The end.', '/robots.txt': 'User-agent: *\nDisallow: /secret' })
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

describe('a meta refresh', () => {
  it.each(['0; url=/there', '10;URL = &quot;/there&quot; x', "3, url='there'", '0;/there', 'url=/there'])('is followed like a redirect: %s', async (content) => {
    expect(await read(refresh(content))).toMatchObject({ ok: true, title: 'There', finalUrl: `${site.origin}/there` })
  })

  it.each(['11; url=/there', '5', '0; url=', '0; url=javascript:alert(1)', '0; url=mailto:a@b.c'])(
    'is not followed when it is late or leads nowhere: %s',
    async (content) => expect(await read(refresh(content))).toMatchObject({ ok: true, content: sentence }),
  )

  it('of the page to itself is no reason to read it again', async () => {
    site.set('/self', refresh('5; url=/self#top'))
    const asked = site.requests.length
    const page = await reader.read(`${site.origin}/self`, { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: true, content: sentence })
    expect(site.requests.slice(asked).filter(({ path }) => path === '/self')).toHaveLength(1)
  })

  it('is judged by the crawl and by robots.txt', async () => {
    const refusal = { ok: false, reason: 'other-host', detail: 'no' } as const
    expect(await read(refresh('0; url=/there'), { allowRedirect: () => refusal })).toEqual({ ...refusal, retry: false })
    expect(await read(refresh('0; url=/secret'))).toMatchObject({ ok: false, reason: 'robots' })
    expect(await read(refresh('0; url=http://10.0.0.1/'))).toMatchObject({ ok: false, reason: 'private-address' })
  })

  it('counts with the redirects, so that there is an end to it', async () => {
    site.set('/a', refresh('0; url=/b'))
    site.set('/b', bad.redirectTo('/a'))
    expect(await read(refresh('0; url=/a'))).toMatchObject({
      ok: false,
      reason: 'redirect',
      detail: expect.stringContaining('More than 5 redirects'),
    })
  })
})

describe('headers for one host', () => {
  const options = () => ({ headers: [{ name: 'Cookie', value: 'session=1234' }], headersFor: site.host })

  it('go to that host, and nowhere else after a redirect or a meta refresh', async () => {
    const asked = site.requests.length
    await read(bad.redirectTo(`${other.origin}/x`), options())
    await read(refresh(`0; url=${other.origin}/x`), options())
    const pages = site.requests.slice(asked).filter(({ path }) => path !== '/robots.txt')
    expect(pages.map(({ headers }) => headers.cookie)).toEqual(['session=1234', 'session=1234'])
    expect(other.requests.filter(({ path }) => path === '/x')).toHaveLength(2)
    expect(JSON.stringify(other.requests)).not.toContain('1234')
  })

  it.each([
    ['another port', 'https://example.org:8443/'],
    ['a host below it', 'https://www.example.org/'],
    ['plain HTTP after HTTPS', 'http://example.org/'],
  ])('do not go to %s', (_where, url) => {
    const start = 'https://example.org/'
    const headers = [{ name: 'Authorization', value: 'Bearer 1234' }]
    expect(headersForHost({ headers, headersFor: 'example.org', start }, url)).toEqual({})
    expect(headersForHost({ headers, headersFor: 'example.org', start }, start)).toEqual({ authorization: 'Bearer 1234' })
  })

  it('change neither the connection nor the name of the crawler', () => {
    const headers = ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'User-Agent'].map((name) => ({ name, value: 'x' }))
    expect(headersForHost({ headers, headersFor: 'example.org' }, 'https://example.org/')).toEqual({})
  })
})
