import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/misbehaviour.ts'
import { openScrapingServiceStandIn, type ScrapingServiceStandIn } from '#test/scraping-service.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { createReader, type SiteReader } from './create-reader.ts'
import type { ReadOptions } from './reader.ts'

const KEY = 'a-key/that is+never shown'
const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'

let site: Website
let service: ScrapingServiceStandIn
let egress: Egress
let reader: SiteReader

const readerWith = (options: { apiKey?: string; timeoutMs?: number; maxBytes?: number } = {}) =>
  createReader({
    egress,
    appUrl: 'http://localhost:3000',
    scrapingService: { apiKey: KEY, baseUrl: service.baseUrl, ...options },
  })

beforeAll(async () => {
  site = await openWebsite({ '/page': `<title>Hook</title><p>${sentence}<a href="/next">Next</a>` })
  service = await openScrapingServiceStandIn(KEY)
  egress = createEgress({ allowPrivateHosts: [site.host], ownHelp: 'http://localhost:3000' })
  reader = readerWith()
})
afterAll(async () => {
  await reader.close()
  await egress.close()
  await service.close()
  await site.close()
})
afterEach(() => {
  service.requests.length = 0
  site.requests.length = 0
})

const read = (path = '/page', options: Partial<ReadOptions> = {}) =>
  reader.read(site.origin + path, { allowRedirect: () => ({ ok: true }), ...options })

const readAnswer = (answer: SiteAnswer, options: Partial<ReadOptions> = {}) => {
  service.answerNext(answer)
  return read('/page', options)
}

describe('a request to the scraping service', () => {
  it('carries the fields of the specification, accepts HTML, and gives the page', async () => {
    const page = await read()
    expect(page).toMatchObject({ ok: true, title: 'Hook', readBy: 'scrapingbee', finalUrl: `${site.origin}/page` })
    expect(service.requests).toHaveLength(1)
    expect(service.requests[0]).toMatchObject({ path: '/api/v1/', accept: 'text/html' })
    expect(service.requests[0]?.fields).toEqual({
      api_key: KEY,
      url: `${site.origin}/page`,
      wait: '2025',
      block_resources: 'false',
      render_js: 'true',
      premium_proxy: 'false',
      stealth_proxy: 'false',
      country_code: 'us',
    })
  })

  it('comes from another country with each try: us, then gb, ca, au', async () => {
    for (const attempt of [0, 1, 2, 3]) await read('/page', { attempt })
    expect(service.requests.map(({ fields }) => fields['country_code'])).toEqual(['us', 'gb', 'ca', 'au'])
  })

  it('stays in the country that a crawl names', async () => {
    for (const attempt of [0, 2]) await read('/page', { attempt, country: 'de' })
    expect(service.requests.map(({ fields }) => fields['country_code'])).toEqual(['de', 'de'])
  })

  it('never carries the headers meant for the site', async () => {
    const headers = { headers: [{ name: 'Cookie', value: 'session=secret' }], headersFor: site.host }
    expect(await read('/page', { ...headers, reader: 'scrapingbee' })).toMatchObject({ readBy: 'scrapingbee' })
    expect(service.requests).toHaveLength(1)
    expect(JSON.stringify(service.requests)).not.toContain('secret')
    // Left to choose, the reader takes the way on which they can go along.
    expect(await read('/page', headers)).toMatchObject({ readBy: 'http' })
    expect(site.requests.at(-1)?.headers.cookie).toBe('session=secret')
    expect(service.requests).toHaveLength(1)
  })

  it('is not made for a page that robots.txt forbids, which is asked directly', async () => {
    const strict = await openWebsite({ '/robots.txt': 'User-agent: *\nDisallow: /page', '/page': sentence })
    const way = createEgress({ allowPrivateHosts: [strict.host] })
    const careful = createReader({
      egress: way,
      appUrl: 'http://localhost:3000',
      scrapingService: { apiKey: KEY, baseUrl: service.baseUrl },
    })
    const page = await careful.read(`${strict.origin}/page`, { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: false, reason: 'robots' })
    expect(strict.requests.map(({ path }) => path)).toEqual(['/robots.txt'])
    expect(service.requests).toEqual([])
    await Promise.all([careful.close(), way.close(), strict.close()])
  })

  it('is not made for a private address', async () => {
    const page = await reader.read('http://192.168.7.7/', { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: false, reason: 'private-address' })
    expect(service.requests).toEqual([])
  })
})

describe('where a page leads', () => {
  it('is the address that the service names, judged like any redirect', async () => {
    site.set('/moved', bad.redirectTo('/page'))
    expect(await read('/moved')).toMatchObject({ ok: true, finalUrl: `${site.origin}/page` })
    const refused = await read('/moved', {
      allowRedirect: (url) => ({ ok: false, reason: 'outside-path', detail: url }),
    })
    expect(refused).toEqual({ ok: false, reason: 'outside-path', detail: `${site.origin}/page`, retry: false })
  })

  it('is never a private address', async () => {
    const elsewhere = { status: 200, headers: { 'spb-resolved-url': 'http://10.0.0.1/' }, body: sentence }
    expect(await readAnswer(elsewhere)).toMatchObject({ ok: false, reason: 'private-address' })
  })

  it('is the address asked for when the service names none that can be read', async () => {
    const odd = { status: 200, headers: { 'spb-resolved-url': 'not an address' }, body: `<p>${sentence}` }
    expect(await readAnswer(odd)).toMatchObject({ ok: true, finalUrl: `${site.origin}/page` })
  })
})

describe('what the scraping service answers', () => {
  it.each([400, 403, 500])('is tried again after %i, with its message', async (status) => {
    const page = await readAnswer({ status, body: '{"message":"Error with your request"}' })
    const detail = `ScrapingBee API error (${status}): Error with your request`
    expect(page).toEqual({ ok: false, reason: 'http-status', detail, retry: true })
  })

  it('is not tried again after other errors', async () => {
    expect(await readAnswer({ status: 404, body: 'Not there' })).toEqual({
      ok: false,
      reason: 'http-status',
      detail: 'ScrapingBee API error (404): Not there',
      retry: false,
    })
  })

  it('says that the key is wrong, which ends the crawl', async () => {
    const stranger = readerWith({ apiKey: 'another key' })
    const page = await stranger.read(`${site.origin}/page`, { allowRedirect: () => ({ ok: true }) })
    expect(page).toEqual({
      ok: false,
      reason: 'http-status',
      detail: 'Invalid ScrapingBee API key',
      retry: false,
      fatal: { code: 'crawl.scraper-key' },
    })
    await stranger.close()
  })

  it('says that there were too many requests, and for how long', async () => {
    const page = await readAnswer({ status: 429, headers: { 'retry-after': '7' }, body: '{}' })
    const detail = 'ScrapingBee API rate limit exceeded'
    expect(page).toEqual({ ok: false, reason: 'http-status', detail, retry: true, retryAfterMs: 7000 })
  })

  it.each(['', ' \r\n\t'])('is no data when it is blank: %j', async (body) => {
    const detail = 'No data received from the scraping service'
    expect(await readAnswer({ status: 200, body })).toEqual({ ok: false, reason: 'empty', detail, retry: false })
  })

  it('is not a page when it is of another kind', async () => {
    const json = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"body":' }
    expect(await readAnswer(json)).toMatchObject({
      ok: false,
      reason: 'not-a-page',
      detail: `Failed to scrape ${site.origin}/page: it is application/json`,
    })
  })

  it.each([
    ['{"message":', '{"message":'],
    ['{"errors":[{"url":["Not a valid URL."]}]}', 'Not a valid URL.'],
    ['{"error":{"message":"Deep"}}', 'Deep'],
    ['<html><h1>502 Bad Gateway</h1>', 'no message'],
    ['', 'no message'],
    ['[]', 'no message'],
    [`{"message":"Invalid api key: ${KEY}"}`, 'Invalid api key: …'],
    [`key=${encodeURIComponent(KEY)}`, 'key=…'],
    [`a\u0000b\n${'x'.repeat(5000)}`, `ab ${'x'.repeat(297)}`],
  ])('is put into words whatever its form: %j', async (body, message) => {
    expect(await readAnswer({ status: 403, body })).toMatchObject({ detail: `ScrapingBee API error (403): ${message}` })
  })

  it('honours what the page asks of robots', async () => {
    const shy = { status: 200, headers: { 'spb-x-robots-tag': 'NoIndex' }, body: `<p>${sentence}` }
    expect(await readAnswer(shy)).toMatchObject({ ok: true, noindex: true })
  })
})

describe('a scraping service that fails', () => {
  const failed = (reason: string) => `Failed to scrape ${site.origin}/page: ${reason}`

  it('has its time, and 30 seconds more with each further try', async () => {
    const hasty = createReader({
      egress,
      appUrl: 'http://localhost:3000',
      scrapingService: { apiKey: KEY, baseUrl: service.baseUrl, timeoutMs: 60, timeoutMorePerTryMs: 30 },
    })
    service.answerNext(bad.silence, bad.silence)
    const options = { allowRedirect: () => ({ ok: true }) as const }
    const first = await hasty.read(`${site.origin}/page`, options)
    expect(first).toMatchObject({ ok: false, reason: 'timeout', detail: failed('Took longer than 0.06 seconds') })
    const third = await hasty.read(`${site.origin}/page`, { ...options, attempt: 2 })
    expect(third).toMatchObject({ ok: false, reason: 'timeout', detail: failed('Took longer than 0.12 seconds') })
    await hasty.close()
  })

  it('by a cut answer is said', async () => {
    expect(await readAnswer(bad.resetMidway)).toMatchObject({ ok: false, reason: 'network', retry: false })
    expect(await readAnswer(bad.resetAtOnce)).toMatchObject({
      ok: false,
      detail: expect.stringContaining(failed('The connection to')),
    })
  })

  it('by an endless answer is left', async () => {
    const small = readerWith({ maxBytes: 1_000_000 })
    service.answerNext(bad.endlessBody)
    const page = await small.read(`${site.origin}/page`, { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: false, reason: 'too-large', detail: failed('Larger than 1 MB') })
    await small.close()
  })

  it('never shows its key', async () => {
    for (const answer of [bad.resetAtOnce, bad.notHttp, bad.redirectTo('http://127.0.0.1:1/'), bad.hugeHeaders]) {
      const page = await readAnswer(answer)
      expect(page.ok).toBe(false)
      expect(JSON.stringify(page)).not.toMatch(/never|api_key/)
    }
  })

  it('is not waited for once the crawl is stopped', async () => {
    const stop = new AbortController()
    service.answerNext((request, response) => {
      stop.abort()
      request.on('close', () => response.destroy())
    })
    const page = await read('/page', { signal: stop.signal })
    expect(page).toEqual({ ok: false, reason: 'stopped', detail: 'Scraping was stopped', retry: false })
  })
})
