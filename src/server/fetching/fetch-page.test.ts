import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/faulty-responses.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { fetchPage } from './fetch-page.ts'
import type { FetchLimits, FetchOptions } from './follow-redirects.ts'

let site: Website
let forbidden: Website
let egress: Egress

beforeAll(async () => {
  site = await openWebsite({})
  forbidden = await openWebsite({ '/': 'not for you' })
  egress = createEgress({ allowPrivateHosts: [site.host], agent: { maxHeaderSize: 32_768 } })
})
afterAll(async () => {
  await egress.close()
  await site.close()
  await forbidden.close()
})

let next = 0
const fetchFrom = (answer: SiteAnswer, limits: Partial<FetchLimits> = {}, more: Partial<FetchOptions> = {}) => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return fetchPage(site.origin + path, {
    egress,
    userAgent: 'Readback/0.1 (+http://localhost/help/robots)',
    limits,
    ...more,
  })
}
const text = (page: Awaited<ReturnType<typeof fetchFrom>>) => (page.ok ? new TextDecoder().decode(page.body) : page)

describe('fetchPage', () => {
  it('returns body, charset and validators', async () => {
    const page = await fetchFrom({
      headers: {
        'content-type': 'text/html; Charset="ISO-8859-1"',
        etag: '"1"',
        'last-modified': 'Mon',
        'x-robots-tag': 'NoIndex',
      },
      body: '<p>Hello',
    })
    expect(page).toMatchObject({
      ok: true,
      kind: 'html',
      charset: 'ISO-8859-1',
      etag: '"1"',
      lastModified: 'Mon',
      robotsTag: 'noindex',
    })
    expect(text(page)).toBe('<p>Hello')
  })

  it('identifies itself with its user agent', async () => {
    await fetchFrom('x')
    expect(site.requests.at(-1)?.headers['user-agent']).toBe('Readback/0.1 (+http://localhost/help/robots)')
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)('decompresses %s', async (encoding) => {
    expect(text(await fetchFrom(bad.compressed('<p>Compressed é', encoding)))).toBe('<p>Compressed é')
  })

  it.each([
    ['text/html', 'html'],
    ['application/xhtml+xml; charset=utf-8', 'html'],
    ['text/plain', 'text'],
    ['', 'html'],
  ])('accepts the content type "%s"', async (type, kind) => {
    expect(await fetchFrom({ headers: { 'content-type': type }, body: ' <p>x' })).toMatchObject({ ok: true, kind })
  })
})

describe('fetchPage without a page', () => {
  it.each(['', '*/*', 'unknown/unknown', 'text/html'])('refuses a picture with the content type "%s"', async (type) => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const page = await fetchFrom({ headers: { 'content-type': type }, body: png })
    expect(page).toEqual({ ok: false, reason: 'not-a-page', detail: 'image/png', retry: false })
  })

  it.each(['application/pdf', 'image/png', 'application/json', 'application/octet-stream'])(
    'refuses %s',
    async (type) => {
      const page = await fetchFrom({ headers: { 'content-type': type }, body: 'x' })
      expect(page).toEqual({ ok: false, reason: 'not-a-page', detail: type, retry: false })
    },
  )

  it.each([
    [404, 'http-status', '404 Not Found', false],
    [403, 'http-status', '403 Forbidden', false],
    [429, 'http-status', '429 Too Many Requests', true],
    [500, 'http-status', '500 Internal Server Error', true],
    [503, 'http-status', '503 Service Unavailable', true],
    [204, 'empty', '204 No Content', false],
  ])('returns a failure for status %s', async (status, reason, detail, retry) => {
    expect(await fetchFrom({ status })).toMatchObject({ ok: false, reason, detail, retry })
  })

  it('returns the seconds of Retry-After with a refused page', async () => {
    expect(await fetchFrom({ status: 503, headers: { 'retry-after': '7' } })).toMatchObject({ retryAfterMs: 7000 })
  })
})

describe('fetchPage with a redirect', () => {
  it('follows a redirect and returns the final address', async () => {
    site.set('/goal', '<p>Here')
    const page = await fetchFrom(bad.redirectTo('/goal#part', 301))
    expect(page).toMatchObject({ ok: true, finalUrl: `${site.origin}/goal` })
  })

  it.each([':22/', ':6667/', ':0/'])('does not follow a redirect to the port of another service: %s', async (port) => {
    expect(await fetchFrom(bad.redirectTo(`http://1.1.1.1${port}`))).toMatchObject({ ok: false, reason: 'unreadable' })
  })

  it('refuses the page after five redirects', async () => {
    site.set('/loop', bad.redirectTo('/loop'))
    expect(await fetchFrom(bad.redirectTo('/loop'))).toMatchObject({ ok: false, reason: 'redirect-loop', retry: false })
  })

  it('does not follow a redirect when the crawl excludes the target', async () => {
    const allowRedirect = () => ({ ok: false, reason: 'redirect', detail: 'elsewhere' }) as const
    expect(await fetchFrom(bad.redirectTo('/goal'), {}, { allowRedirect })).toMatchObject({
      reason: 'redirect',
      detail: 'elsewhere',
    })
  })

  it.each([
    () => forbidden.origin,
    () => 'http://169.254.169.254/latest',
    () => 'http://[::ffff:127.0.0.1]/',
    () => 'http://2130706433/',
  ])('does not follow it to a private address (%#) [fetch-page-5]', async (target) => {
    expect(await fetchFrom(bad.redirectTo(target()))).toMatchObject({ ok: false, reason: 'private-address' })
    expect(forbidden.requests).toEqual([])
  })

  it('does not follow a redirect to other schemes or with credentials', async () => {
    expect(await fetchFrom(bad.redirectTo('file:///etc/passwd'))).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(await fetchFrom(bad.redirectTo('http://me:secret@127.0.0.1/'))).toMatchObject({
      ok: false,
      reason: 'unreadable',
    })
  })
})

describe('fetchPage with a hostile site', () => {
  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)('stops a %s bomb', async (encoding) => {
    expect(await fetchFrom(bad.compressionBomb(encoding))).toMatchObject({
      ok: false,
      reason: 'too-large',
      retry: false,
    })
  })

  it('stops a bomb inside another bomb [fetch-page-1]', async () => {
    expect(await fetchFrom(bad.nestedBomb())).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it.each([true, false])('stops a body of 50 MB (Content-Length sent: %s)', async (announced) => {
    expect(await fetchFrom(bad.largeBody({ announced }))).toMatchObject({
      ok: false,
      reason: 'too-large',
      detail: { code: 'larger-than', values: { n: 10 } },
      retry: false,
    })
  })

  it('handles a wrong Content-Length', async () => {
    expect(await fetchFrom(bad.wrongLength(100_000, '<p>Short'))).toMatchObject({ ok: false, retry: true })
    const more = await fetchFrom(bad.wrongLength(8, '<p>Hello and more than it said'))
    expect(more.ok ? text(more) : more.reason).toMatch(/^<p>Hello$|unreadable|network/)
  })

  it('handles invalid chunks', async () => {
    expect(await fetchFrom(bad.brokenChunks)).toMatchObject({ ok: false })
  })

  it('stops endless headers [fetch-page-6]', async () => {
    expect(await fetchFrom(bad.endlessHeaders, { totalMs: 5000 })).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it.each(['gzip', 'deflate', 'br'] as const)(
    'keeps the part of a truncated %s body that arrived',
    async (encoding) => {
      const words = Array.from({ length: 5000 }, (_, at) => `word${(at * 7919) % 5000}`).join(' ')
      expect(text(await fetchFrom(bad.truncatedBody(words, encoding)))).toContain('word0 word2919')
    },
  )

  it('stops an endless body [fetch-page-2]', async () => {
    expect(await fetchFrom(bad.endlessBody)).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it('refuses a body with a Content-Length that is too large without reading it', async () => {
    const answer: SiteAnswer = (_request, response) =>
      void response.writeHead(200, { 'content-length': '50000000' }).write('x')
    expect(await fetchFrom(answer)).toMatchObject({
      ok: false,
      reason: 'too-large',
      detail: { code: 'larger-than', values: { n: 10 } },
    })
  })

  it('returns a network failure when the connection is reset', async () => {
    expect(await fetchFrom(bad.resetMidBody)).toMatchObject({ ok: false, reason: 'network', retry: true })
    expect(await fetchFrom(bad.resetImmediately)).toMatchObject({ ok: false, reason: 'network', retry: true })
  })

  it('times out when the site stops responding [fetch-page-3]', async () => {
    expect(await fetchFrom(bad.silence, { idleMs: 100 })).toMatchObject({ ok: false, reason: 'timeout', retry: true })
    expect(await fetchFrom(bad.stallMidBody, { totalMs: 300 })).toMatchObject({
      ok: false,
      reason: 'timeout',
      retry: true,
    })
  })

  it('times out when the response trickles without end [fetch-page-4]', async () => {
    expect(await fetchFrom(bad.trickle, { totalMs: 300 })).toMatchObject({ ok: false, reason: 'timeout', retry: true })
  })

  it('returns a failure for a response that is not HTTP', async () => {
    expect(await fetchFrom(bad.notHttp)).toMatchObject({ ok: false })
  })

  it('refuses headers that are too large', async () => {
    expect(await fetchFrom(bad.hugeHeaders)).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it('refuses a wrong or unknown Content-Encoding', async () => {
    const encoded = (encoding: string) => fetchFrom({ headers: { 'content-encoding': encoding }, body: 'plain' })
    for (const encoding of ['gzip', 'br', 'zstd']) {
      expect(await encoded(encoding)).toMatchObject({ ok: false, reason: 'unreadable' })
    }
    expect(await encoded('rot13')).toMatchObject({
      ok: false,
      reason: 'unreadable',
      detail: { code: 'encoding-unknown', values: { encoding: 'rot13' } },
    })
    expect(await encoded('gzip, gzip, gzip, gzip')).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(text(await encoded('identity'))).toBe('plain')
  })

  it('reports a refused connection', async () => {
    const gone = createEgress({ allowPrivateHosts: ['127.0.0.1:1'] })
    const page = await fetchPage('http://127.0.0.1:1/', { egress: gone, userAgent: 'x' })
    const detail = { code: 'host-refused', values: { host: '127.0.0.1:1' } }
    expect(page).toEqual({ ok: false, reason: 'network', detail, retry: true })
    await gone.close()
  })

  it('reports a server without HTTPS, which another attempt would not change', async () => {
    const page = await fetchPage(`https://${site.host}/`, { egress, userAgent: 'x' })
    const detail = { code: 'host-without-https', values: { host: site.host } }
    expect(page).toEqual({ ok: false, reason: 'network', detail, retry: false })
  })
})

it('fetchPage stops immediately when aborted', async () => {
  const stop = new AbortController()
  const page = fetchFrom(bad.silence, {}, { signal: stop.signal })
  stop.abort()
  expect(await page).toEqual({ ok: false, reason: 'stopped', detail: '', retry: false })
})
