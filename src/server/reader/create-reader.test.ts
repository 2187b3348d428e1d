import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/misbehaviour.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { createReader, type SiteReader } from './create-reader.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const anywhere = { allowRedirect: () => ({ ok: true }) as const }

let site: Website
let own: Website
let egress: Egress
let reader: SiteReader

beforeAll(async () => {
  site = await openWebsite({})
  own = await openWebsite({
    '/help/start': `<title>Help</title><p>${sentence}`,
    '/api/me': 'secret',
    '/help/out': bad.redirectTo('/api/me'),
  })
  egress = createEgress({ allowPrivateHosts: [site.host], ownHelp: own.origin })
  reader = createReader({ egress, appUrl: 'http://localhost:3000' })
})
afterAll(async () => {
  await reader.close()
  await egress.close()
  await site.close()
  await own.close()
})

let next = 0
const read = (answer: SiteAnswer, options: Partial<Parameters<SiteReader['read']>[1]> = {}) => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return reader.read(site.origin + path, { ...anywhere, ...options })
}

describe('reading a page', () => {
  it('gives title, text, links and where it ended', async () => {
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

  it('reads other encodings of text and plain text', async () => {
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

  it('gives an empty text for a page that has none, and says when a page wants to be left alone', async () => {
    expect(await read('<title>x</title><nav>menu</nav>')).toMatchObject({ ok: true, title: 'x', content: '' })
    expect(await read({ headers: { 'x-robots-tag': 'noindex, nofollow' }, body: '<a href="/x">x</a>' })).toMatchObject({
      ok: true,
      noindex: true,
      links: [{ nofollow: true }],
    })
  })
})

describe('robots.txt', () => {
  // robots.txt is remembered by origin, so each of these sites is a new one.
  let fresh: Website
  afterEach(() => fresh.close())
  const readFresh = async (pages: Record<string, SiteAnswer>, path: string) => {
    fresh = await openWebsite(pages)
    const way = createEgress({ allowPrivateHosts: [fresh.host] })
    const freshReader = createReader({ egress: way, appUrl: 'http://localhost:3000' })
    const page = await freshReader.read(fresh.origin + path, anywhere)
    await freshReader.close()
    await way.close()
    return page
  }
  const rules = 'User-agent: *\nDisallow: /secret'

  it('is asked before the page, and obeyed', async () => {
    expect(await readFresh({ '/robots.txt': rules, '/secret': 'x' }, '/secret')).toMatchObject({
      ok: false,
      reason: 'robots',
    })
    expect(fresh.requests.map((request) => request.path)).toEqual(['/robots.txt'])
  })

  it('is obeyed where a redirect leads', async () => {
    const pages = { '/robots.txt': rules, '/in': bad.redirectTo('/secret'), '/secret': 'x' }
    expect(await readFresh(pages, '/in')).toMatchObject({ ok: false, reason: 'robots' })
  })

  it('forbids everything while it answers with an error', async () => {
    expect(await readFresh({ '/robots.txt': { status: 500 }, '/': 'x' }, '/')).toMatchObject({
      ok: false,
      reason: 'robots-unreachable',
      retry: true,
    })
  })

  it('is read no further than half a megabyte', async () => {
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

describe('private addresses', () => {
  it('are refused with the name of the setting that allows them', async () => {
    const page = await reader.read('http://127.0.0.1:1/x', anywhere)
    expect(page).toMatchObject({ ok: false, reason: 'private-address', retry: false })
    expect(!page.ok && page.detail).toContain('ALLOW_PRIVATE_HOSTS')
  })

  it('of this server are readable in its manual alone, also after a redirect', async () => {
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

describe('pages that are costly to read', { timeout: 60_000 }, () => {
  it('are given up after their time, and the next page is read', async () => {
    const hasty = createReader({ egress, appUrl: 'http://localhost:3000', threads: { threads: 1, timeLimitMs: 1 } })
    site.set('/long', bad.nestedDeep(50_000).repeat(10))
    expect(await hasty.read(`${site.origin}/long`, anywhere)).toMatchObject({
      ok: false,
      reason: 'unreadable',
      detail: 'Reading it took too long',
    })
    await hasty.close()
  })

  it('are read whole when they only look dangerous', async () => {
    expect(await read(bad.nestedDeep(100_000))).toMatchObject({
      ok: true,
      content: 'At the bottom there is a sentence.',
    })
    expect(await read(bad.manyLinks(100_000))).toMatchObject({ ok: true })
  })

  it('leave the thread to the pages after them', async () => {
    const pages = await Promise.all([
      read(bad.nestedDeep(100_000)),
      ...Array.from({ length: 20 }, () => read(`<p>${sentence}`)),
    ])
    expect(pages.every((page) => page.ok)).toBe(true)
  })
})

it('stops at once when it is told to', async () => {
  const stop = new AbortController()
  const page = read(bad.silence, { signal: stop.signal })
  stop.abort()
  expect(await page).toMatchObject({ ok: false, reason: 'stopped' })
})
