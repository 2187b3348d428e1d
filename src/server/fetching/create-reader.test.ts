import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messageText } from '#shared/errors.ts'
import * as bad from '#test/faulty-responses.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { createReader, type Reader } from './create-reader.ts'
import type { ArrivedDocument } from './reader.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const anywhere = { allowRedirect: () => ({ ok: true }) as const }

let site: Website
let own: Website
let egress: Egress
let reader: Reader

beforeAll(async () => {
  site = await openWebsite({})
  own = await openWebsite({
    '/help/start': `<title>Help</title><p>${sentence}`,
    '/api/me': 'secret',
    '/help/out': bad.redirectTo('/api/me'),
  })
  egress = createEgress({ allowPrivateHosts: [site.host], ownOrigins: own.origin })
  reader = createReader({ egress, appUrl: 'http://localhost:3000' })
})
afterAll(async () => {
  await reader.close()
  await egress.close()
  await site.close()
  await own.close()
})

let next = 0
const read = (answer: SiteAnswer, options: Partial<Parameters<Reader['read']>[1]> = {}) => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return reader.read(site.origin + path, { ...anywhere, ...options })
}

describe('reader.read', () => {
  it('hands out the bytes of a page before it is extracted, and extracts such bytes without a request', async () => {
    const arrivals: ArrivedDocument[] = []
    const page = await read(`<title>Hook</title><p>${sentence}`, { onArrival: (arrived) => arrivals.push(arrived) })
    const requests = site.requests.length
    expect(await read('not requested', { arrived: arrivals[0] ?? null })).toEqual(page)
    expect(site.requests.length).toBe(requests)
  })

  it('returns title, text, links and final address', async () => {
    site.set(
      '/moved/',
      `<html lang="en"><title>Hook</title><link rel="canonical" href="/hook"><p>${sentence}<a href="x">More</a>`,
    )
    const page = await read(bad.redirectTo('/moved/'))
    expect(page).toEqual({
      ok: true,
      finalUrl: `${site.origin}/moved/`,
      title: 'Hook',
      content: `${sentence}More`,
      language: 'en',
      links: [{ url: `${site.origin}/moved/x`, nofollow: false }],
      canonical: `${site.origin}/hook`,
      noindex: false,
      etag: null,
      lastModified: null,
      readBy: 'http',
    })
  })

  it('decodes other encodings and accepts plain text', async () => {
    const windows = {
      headers: { 'content-type': 'text/html; charset=windows-1251' },
      body: Uint8Array.from([0x3c, 0x70, 0x3e, 0xef, 0xf0]),
    }
    expect(await read(windows)).toMatchObject({ content: 'пр' })
    expect(await read({ headers: { 'content-type': 'text/plain' }, body: 'a < b\r\n\u0000c' })).toMatchObject({
      title: '',
      content: 'a < b\nc',
    })
  })

  it('returns an empty text for a page without one, and the X-Robots-Tag', async () => {
    expect(await read('<title>x</title><nav>menu</nav>')).toMatchObject({ ok: true, title: 'x', content: '' })
    expect(await read({ headers: { 'x-robots-tag': 'noindex, nofollow' }, body: '<a href="/x">x</a>' })).toMatchObject({
      ok: true,
      noindex: true,
      links: [{ nofollow: true }],
    })
  })
})

describe('reader.read with robots.txt', () => {
  // robots.txt is cached per origin, so each test needs a new site.
  let fresh: Website
  afterEach(() => fresh.close())
  const readFresh = async (pages: Record<string, SiteAnswer>, path: string) => {
    fresh = await openWebsite(pages)
    const freshEgress = createEgress({ allowPrivateHosts: [fresh.host] })
    const freshReader = createReader({ egress: freshEgress, appUrl: 'http://localhost:3000' })
    const page = await freshReader.read(fresh.origin + path, anywhere)
    await freshReader.close()
    await freshEgress.close()
    return page
  }
  const rules = 'User-agent: *\nDisallow: /secret'

  it('fetches it before the page and obeys it', async () => {
    expect(await readFresh({ '/robots.txt': rules, '/secret': 'x' }, '/secret')).toMatchObject({
      ok: false,
      reason: 'robots',
    })
    expect(fresh.requests.map((request) => request.path)).toEqual(['/robots.txt'])
  })

  it('obeys it for a redirect target', async () => {
    const pages = { '/robots.txt': rules, '/in': bad.redirectTo('/secret'), '/secret': 'x' }
    expect(await readFresh(pages, '/in')).toMatchObject({ ok: false, reason: 'robots' })
  })

  it('reads no page while it returns an error', async () => {
    expect(await readFresh({ '/robots.txt': { status: 500 }, '/': 'x' }, '/')).toMatchObject({
      ok: false,
      reason: 'robots-unreachable',
      retry: true,
    })
  })

  it('reads half a megabyte of it', async () => {
    const answer = {
      body: `${rules}\n${'# filler\n'.repeat(100_000)}Disallow: /late`,
      headers: { 'content-type': 'application/octet-stream' },
    }
    expect(await readFresh({ '/robots.txt': answer, '/late': `<p>${sentence}` }, '/late')).toMatchObject({ ok: true })
    expect(await readFresh({ '/robots.txt': answer, '/secret': 'x' }, '/secret')).toMatchObject({
      ok: false,
      reason: 'robots',
    })
  })
})

describe('reader.read with a private address', () => {
  it('refuses it and names the setting that allows it', async () => {
    const page = await reader.read('http://127.0.0.1:1/x', anywhere)
    expect(page).toMatchObject({ ok: false, reason: 'private-address', retry: false })
    expect(page.ok ? '' : messageText(page.detail)).toContain('ALLOW_PRIVATE_HOSTS')
  })

  it('reads only the manual of this server, also after a redirect', async () => {
    expect(await reader.read(`${own.origin}/help/start`, anywhere)).toMatchObject({ ok: true, title: 'Help' })
    expect(await reader.read(`${own.origin}/api/me`, anywhere)).toMatchObject({ ok: false, reason: 'private-address' })
    expect(await reader.read(`${own.origin}/help/out`, anywhere)).toMatchObject({
      ok: false,
      reason: 'private-address',
    })
    expect(await read(bad.redirectTo(`${own.origin}/api/me`))).toMatchObject({ ok: false, reason: 'private-address' })
    expect(own.requests.map((request) => request.path)).toEqual(['/help/start', '/help/out'])
  })
})

describe('reader.read with a costly page', { timeout: 60_000 }, () => {
  it('ends the extraction after its time limit', async () => {
    const limited = createReader({ egress, appUrl: 'http://localhost:3000', extraction: { threads: 1, cpuLimitMs: 1 } })
    site.set('/long', bad.nestedDeep(50_000).repeat(10))
    expect(await limited.read(`${site.origin}/long`, anywhere)).toMatchObject({
      ok: false,
      reason: 'unreadable',
      detail: { code: 'extract-timed-out' },
    })
    await limited.close()
  })

  it('reads deeply nested and link-heavy pages completely', async () => {
    expect(await read(bad.nestedDeep(100_000))).toMatchObject({
      ok: true,
      content: 'At the bottom there is a sentence.',
    })
    expect(await read(bad.manyLinks(100_000))).toMatchObject({ ok: true })
  })

  it('reads other pages at the same time', async () => {
    const pages = await Promise.all([
      read(bad.nestedDeep(100_000)),
      ...Array.from({ length: 20 }, () => read(`<p>${sentence}`)),
    ])
    expect(pages.every((page) => page.ok)).toBe(true)
  })
})

it('reader.read stops immediately when aborted', async () => {
  const stop = new AbortController()
  const page = read(bad.silence, { signal: stop.signal })
  stop.abort()
  expect(await page).toMatchObject({ ok: false, reason: 'stopped' })
})
