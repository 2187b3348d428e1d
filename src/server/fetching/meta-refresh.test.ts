import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/faulty-responses.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { createReader, type Reader } from './create-reader.ts'
import type { ReadOptions } from './reader.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}"><p>${sentence}`

let site: Website
let egress: Egress
let reader: Reader

beforeAll(async () => {
  site = await openWebsite({
    '/there': '<title>There</title><p>The end.',
    '/robots.txt': 'User-agent: *\nDisallow: /secret',
  })
  egress = createEgress({ allowPrivateHosts: [site.host] })
  reader = createReader({ egress, appUrl: 'http://localhost:3000' })
})
afterAll(async () => {
  await reader.close()
  await egress.close()
  await site.close()
})

let next = 0
const read = (answer: SiteAnswer, options: Partial<ReadOptions> = {}) => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return reader.read(site.origin + path, { allowRedirect: () => ({ ok: true }), ...options })
}

describe('a meta refresh', () => {
  it.each(['0; url=/there', '10;URL = &quot;/there&quot; x', "3, url='there'", '0;/there', 'url=/there'])(
    'is followed like a redirect: %s',
    async (content) => {
      expect(await read(refresh(content))).toMatchObject({ ok: true, title: 'There', finalUrl: `${site.origin}/there` })
    },
  )

  it.each(['11; url=/there', '5', '0; url=', '0; url=javascript:alert(1)', '0; url=mailto:a@b.c'])(
    'is not followed after ten seconds or without a valid target: %s',
    async (content) => expect(await read(refresh(content))).toMatchObject({ ok: true, content: sentence }),
  )

  it('to the page itself is ignored', async () => {
    site.set('/self', refresh('5; url=/self#top'))
    const before = site.requests.length
    const page = await reader.read(`${site.origin}/self`, { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: true, content: sentence })
    expect(site.requests.slice(before).filter(({ path }) => path === '/self')).toHaveLength(1)
  })

  it('is checked by crawl, robots.txt and address guard', async () => {
    const refusal = { ok: false, reason: 'other-host', detail: 'no' } as const
    expect(await read(refresh('0; url=/there'), { allowRedirect: () => refusal })).toEqual({ ...refusal, retry: false })
    expect(await read(refresh('0; url=/secret'))).toMatchObject({ ok: false, reason: 'robots' })
    expect(await read(refresh('0; url=http://10.0.0.1/'))).toMatchObject({ ok: false, reason: 'private-address' })
  })

  it('counts as a redirect for the limit', async () => {
    site.set('/a', refresh('0; url=/b'))
    site.set('/b', bad.redirectTo('/a'))
    expect(await read(refresh('0; url=/a'))).toMatchObject({
      ok: false,
      reason: 'redirect-loop',
      detail: { code: 'too-many-redirects', values: { n: 5 } },
    })
  })
})
