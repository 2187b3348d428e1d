import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withDetailText } from '#test/detail-text.ts'
import * as bad from '#test/faulty-responses.ts'
import { openScrapingServiceStandIn, type ScrapingServiceStandIn } from '#test/scraping-service.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { createReader, type Reader } from './create-reader.ts'
import type { ReadOptions } from './reader.ts'

const KEY = 'a-key/that is+never shown'
const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'

let site: Website
let service: ScrapingServiceStandIn
let egress: Egress
let reader: Reader

const readerWith = (options: { apiKey?: string; timeoutMs?: number; maxBytes?: number } = {}) =>
  createReader({
    egress,
    appUrl: 'http://localhost:3000',
    scrapingService: { apiKey: KEY, baseUrl: service.baseUrl, ...options },
  })

beforeAll(async () => {
  site = await openWebsite({ '/page': `<title>Hook</title><p>${sentence}<a href="/next">Next</a>` })
  service = await openScrapingServiceStandIn(KEY)
  egress = createEgress({ allowPrivateHosts: [site.host], ownOrigins: 'http://localhost:3000' })
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

const read = async (path = '/page', options: Partial<ReadOptions> = {}) =>
  withDetailText(await reader.read(site.origin + path, { allowRedirect: () => ({ ok: true }), ...options }))

const readAnswer = (answer: SiteAnswer, options: Partial<ReadOptions> = {}) => {
  service.answerNext(answer)
  return read('/page', options)
}

describe('the request to the scraping service', () => {
  it('has the specified fields, accepts HTML and returns the page [scraping-service-2]', async () => {
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

  it('uses another country for each attempt: us, then gb, ca, au [scraping-service-1]', async () => {
    for (const attempt of [0, 1, 2, 3]) await read('/page', { attempt })
    expect(service.requests.map(({ fields }) => fields['country_code'])).toEqual(['us', 'gb', 'ca', 'au'])
  })

  it('uses the country of the crawl settings', async () => {
    for (const attempt of [0, 2]) await read('/page', { attempt, country: 'de' })
    expect(service.requests.map(({ fields }) => fields['country_code'])).toEqual(['de', 'de'])
  })

  it('never contains the headers for the site', async () => {
    const headers = { headers: [{ name: 'Cookie', value: 'session=secret' }], headersFor: site.host }
    expect(await read('/page', { ...headers, reader: 'scrapingbee' })).toMatchObject({ readBy: 'scrapingbee' })
    expect(service.requests).toHaveLength(1)
    expect(JSON.stringify(service.requests)).not.toContain('secret')
    // With automatic choice, the reader uses HTTP, which can send them.
    expect(await read('/page', headers)).toMatchObject({ readBy: 'http' })
    expect(site.requests.at(-1)?.headers.cookie).toBe('session=secret')
    expect(service.requests).toHaveLength(1)
  })

  it('is not sent when robots.txt, which is fetched directly, disallows the page', async () => {
    const strict = await openWebsite({ '/robots.txt': 'User-agent: *\nDisallow: /page', '/page': sentence })
    const strictEgress = createEgress({ allowPrivateHosts: [strict.host] })
    const strictReader = createReader({
      egress: strictEgress,
      appUrl: 'http://localhost:3000',
      scrapingService: { apiKey: KEY, baseUrl: service.baseUrl },
    })
    const page = await strictReader.read(`${strict.origin}/page`, { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: false, reason: 'robots' })
    expect(strict.requests.map(({ path }) => path)).toEqual(['/robots.txt'])
    expect(service.requests).toEqual([])
    await Promise.all([strictReader.close(), strictEgress.close(), strict.close()])
  })

  it('is not sent for a private address', async () => {
    const page = await reader.read('http://192.168.7.7/', { allowRedirect: () => ({ ok: true }) })
    expect(page).toMatchObject({ ok: false, reason: 'private-address' })
    expect(service.requests).toEqual([])
  })
})

describe('the final address from the scraping service', () => {
  it('is checked like a redirect', async () => {
    site.set('/moved', bad.redirectTo('/page'))
    expect(await read('/moved')).toMatchObject({ ok: true, finalUrl: `${site.origin}/page` })
    const refused = await read('/moved', {
      allowRedirect: (url) => ({ ok: false, reason: 'outside-path', detail: url }),
    })
    expect(refused).toEqual({ ok: false, reason: 'outside-path', detail: `${site.origin}/page`, retry: false })
  })

  it('must not be private [scraping-service-11]', async () => {
    const elsewhere = { status: 200, headers: { 'spb-resolved-url': 'http://10.0.0.1/' }, body: sentence }
    expect(await readAnswer(elsewhere)).toMatchObject({ ok: false, reason: 'private-address' })
  })

  it('is the requested address when the service returns no valid one', async () => {
    const odd = { status: 200, headers: { 'spb-resolved-url': 'not an address' }, body: `<p>${sentence}` }
    expect(await readAnswer(odd)).toMatchObject({ ok: true, finalUrl: `${site.origin}/page` })
  })
})

describe('a response of the scraping service', () => {
  it.each([400, 403, 500])(
    'retries a page after status %i of the scraping service and reports its message [scraping-service-8]',
    async (status) => {
      const page = await readAnswer({ status, body: '{"message":"Error with your request"}' })
      const detail = `ScrapingBee API error (${status}): Error with your request`
      expect(page).toEqual({ ok: false, reason: 'http-status', detail, retry: true })
    },
  )

  it('does not retry a page after another error status of the scraping service', async () => {
    expect(await readAnswer({ status: 404, body: 'Not there' })).toEqual({
      ok: false,
      reason: 'http-status',
      detail: 'ScrapingBee API error (404): Not there',
      retry: false,
    })
  })

  it('ends the crawl when the scraping service answers 401, because the key is invalid [scraping-service-6]', async () => {
    const wrongKey = readerWith({ apiKey: 'another key' })
    const page = await wrongKey.read(`${site.origin}/page`, { allowRedirect: () => ({ ok: true }) })
    expect(withDetailText(page)).toEqual({
      ok: false,
      reason: 'http-status',
      detail: 'Invalid ScrapingBee API key',
      retry: false,
      fatal: { code: 'crawl.scraper-key' },
    })
    await wrongKey.close()
  })

  it('retries a page after the Retry-After of a 429 of the scraping service [scraping-service-7]', async () => {
    const page = await readAnswer({ status: 429, headers: { 'retry-after': '7' }, body: '{}' })
    const detail = 'ScrapingBee API rate limit exceeded'
    expect(page).toEqual({ ok: false, reason: 'http-status', detail, retry: true, retryAfterMs: 7000 })
  })

  it.each(['', ' \r\n\t'])(
    'takes the blank body %j of the scraping service for "no data" [scraping-service-5]',
    async (body) => {
      const detail = 'No data received from the scraping service'
      expect(await readAnswer({ status: 200, body })).toEqual({ ok: false, reason: 'empty', detail, retry: false })
    },
  )

  it('takes no other content type than HTML from the scraping service for a page [scraping-service-12]', async () => {
    const json = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"body":' }
    expect(await readAnswer(json)).toMatchObject({
      ok: false,
      reason: 'not-a-page',
      detail: `Failed to scrape ${site.origin}/page: The content type is application/json`,
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
  ])('reports the message in an error of the scraping service with the body %j', async (body, message) => {
    expect(await readAnswer({ status: 403, body })).toMatchObject({ detail: `ScrapingBee API error (403): ${message}` })
  })

  it('passes on the page’s X-Robots-Tag', async () => {
    const noindex = { status: 200, headers: { 'spb-x-robots-tag': 'NoIndex' }, body: `<p>${sentence}` }
    expect(await readAnswer(noindex)).toMatchObject({ ok: true, noindex: true })
  })
})

describe('a failing scraping service', () => {
  const failed = (reason: string) => `Failed to scrape ${site.origin}/page: ${reason}`

  it('times out after the limit, which grows by 30 seconds per attempt [scraping-service-3]', async () => {
    const limited = createReader({
      egress,
      appUrl: 'http://localhost:3000',
      scrapingService: { apiKey: KEY, baseUrl: service.baseUrl, timeoutMs: 60, timeoutExtensionMs: 30 },
    })
    service.answerNext(bad.silence, bad.silence)
    const options = { allowRedirect: () => ({ ok: true }) as const }
    const first = await limited.read(`${site.origin}/page`, options)
    expect(withDetailText(first)).toMatchObject({
      ok: false,
      reason: 'timeout',
      detail: failed('Took longer than 0.06 seconds'),
    })
    const third = await limited.read(`${site.origin}/page`, { ...options, attempt: 2 })
    expect(withDetailText(third)).toMatchObject({
      ok: false,
      reason: 'timeout',
      detail: failed('Took longer than 0.12 seconds'),
    })
    await limited.close()
  })

  it('is reported when its response is cut off [scraping-service-9]', async () => {
    expect(await readAnswer(bad.resetMidBody)).toMatchObject({ ok: false, reason: 'network', retry: false })
    expect(await readAnswer(bad.resetImmediately)).toMatchObject({
      ok: false,
      detail: expect.stringContaining(failed('Connection to')),
    })
  })

  it('is stopped when its response is endless [scraping-service-10]', async () => {
    const small = readerWith({ maxBytes: 1_000_000 })
    service.answerNext(bad.endlessBody)
    const page = await small.read(`${site.origin}/page`, { allowRedirect: () => ({ ok: true }) })
    expect(withDetailText(page)).toMatchObject({ ok: false, reason: 'too-large', detail: failed('Larger than 1 MB') })
    await small.close()
  })

  it('never reveals the key', async () => {
    for (const answer of [bad.resetImmediately, bad.notHttp, bad.redirectTo('http://127.0.0.1:1/'), bad.hugeHeaders]) {
      const page = await readAnswer(answer)
      expect(page.ok).toBe(false)
      expect(JSON.stringify(page)).not.toMatch(/never|api_key/)
    }
  })

  it('is abandoned when the crawl is stopped [scraping-service-4]', async () => {
    const stop = new AbortController()
    service.answerNext((request, response) => {
      stop.abort()
      request.on('close', () => response.destroy())
    })
    const page = await read('/page', { signal: stop.signal })
    expect(page).toEqual({ ok: false, reason: 'stopped', detail: 'Scraping was stopped', retry: false })
  })
})
