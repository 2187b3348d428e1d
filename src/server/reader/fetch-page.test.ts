import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as bad from '#test/misbehaviour.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { fetchPage, parseRetryAfter } from './fetch-page.ts'
import type { FetchLimits, FetchOptions } from './follow-redirects.ts'

let site: Website
let stranger: Website
let egress: Egress

beforeAll(async () => {
  site = await openWebsite({})
  stranger = await openWebsite({ '/': 'not for you' })
  egress = createEgress({ allowPrivateHosts: [site.host], agent: { maxHeaderSize: 32_768 } })
})
afterAll(async () => {
  await egress.close()
  await site.close()
  await stranger.close()
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

describe('a page', () => {
  it('comes with its bytes, its charset and what it needs to be asked for again', async () => {
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

  it('is asked for under an honest name', async () => {
    await fetchFrom('x')
    expect(site.requests.at(-1)?.headers['user-agent']).toBe('Readback/0.1 (+http://localhost/help/robots)')
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)('may come as %s', async (encoding) => {
    expect(text(await fetchFrom(bad.compressed('<p>Compressed é', encoding)))).toBe('<p>Compressed é')
  })

  it.each([
    ['text/html', 'html'],
    ['application/xhtml+xml; charset=utf-8', 'html'],
    ['text/plain', 'text'],
    ['', 'html'],
  ])('may be %s', async (type, kind) => {
    expect(await fetchFrom({ headers: { 'content-type': type }, body: ' <p>x' })).toMatchObject({ ok: true, kind })
  })
})

describe('what is no page', () => {
  it.each(['application/pdf', 'image/png', 'application/json', 'application/octet-stream'])('is %s', async (type) => {
    const page = await fetchFrom({ headers: { 'content-type': type }, body: 'x' })
    expect(page).toEqual({ ok: false, reason: 'not-a-page', detail: type, retry: false })
  })

  it.each([
    [404, 'http-status', '404 Not Found', false],
    [403, 'http-status', '403 Forbidden', false],
    [429, 'http-status', '429 Too Many Requests', true],
    [500, 'http-status', '500 Internal Server Error', true],
    [503, 'http-status', '503 Service Unavailable', true],
    [204, 'empty', '204 No Content', false],
  ])('is an answer of %s', async (status, reason, detail, retry) => {
    expect(await fetchFrom({ status })).toMatchObject({ ok: false, reason, detail, retry })
  })

  it('says how long the site asked to wait', async () => {
    expect(await fetchFrom({ status: 503, headers: { 'retry-after': '7' } })).toMatchObject({ retryAfterMs: 7000 })
    expect(parseRetryAfter('86400')).toBe(600_000)
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000)
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:00 GMT', 4000)).toBe(0)
    expect(parseRetryAfter('soon')).toBeUndefined()
  })
})

describe('a redirect', () => {
  it('is followed to the page it leads to', async () => {
    site.set('/goal', '<p>Here')
    const page = await fetchFrom(bad.redirectTo('/goal#part', 301))
    expect(page).toMatchObject({ ok: true, finalUrl: `${site.origin}/goal` })
  })

  it('that leads nowhere is given up', async () => {
    site.set('/loop', bad.redirectTo('/loop'))
    expect(await fetchFrom(bad.redirectTo('/loop'))).toMatchObject({ ok: false, reason: 'redirect', retry: false })
  })

  it('is not followed where the crawl may not go', async () => {
    const allowRedirect = () => ({ ok: false, reason: 'redirect', detail: 'elsewhere' }) as const
    expect(await fetchFrom(bad.redirectTo('/goal'), {}, { allowRedirect })).toMatchObject({
      reason: 'redirect',
      detail: 'elsewhere',
    })
  })

  it.each([
    () => stranger.origin,
    () => 'http://169.254.169.254/latest',
    () => 'http://[::ffff:127.0.0.1]/',
    () => 'http://2130706433/',
  ])('is not followed to a private address (%#)', async (target) => {
    expect(await fetchFrom(bad.redirectTo(target()))).toMatchObject({ ok: false, reason: 'private-address' })
    expect(stranger.requests).toEqual([])
  })

  it('is not followed off the web', async () => {
    expect(await fetchFrom(bad.redirectTo('file:///etc/passwd'))).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(await fetchFrom(bad.redirectTo('http://me:secret@127.0.0.1/'))).toMatchObject({
      ok: false,
      reason: 'unreadable',
    })
  })
})

describe('a site that misbehaves', () => {
  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)(
    'does not fill the memory with a bomb of %s',
    async (encoding) => {
      expect(await fetchFrom(bad.compressionBomb(encoding))).toMatchObject({
        ok: false,
        reason: 'too-large',
        retry: false,
      })
    },
  )

  it('does not hide a bomb in another', async () => {
    expect(await fetchFrom(bad.nestedBomb())).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it.each([true, false])('does not send 50 MB (announced: %s)', async (announced) => {
    expect(await fetchFrom(bad.largeBody({ announced }))).toMatchObject({
      ok: false,
      reason: 'too-large',
      detail: 'Larger than 10 MB',
      retry: false,
    })
  })

  it('names a length that is not the body’s', async () => {
    expect(await fetchFrom(bad.wrongLength(100_000, '<p>Short'))).toMatchObject({ ok: false, retry: true })
    const more = await fetchFrom(bad.wrongLength(8, '<p>Hello and more than it said'))
    expect(more.ok ? text(more) : more.reason).toMatch(/^<p>Hello$|unreadable|network/)
  })

  it('sends chunks that are none', async () => {
    expect(await fetchFrom(bad.brokenChunks)).toMatchObject({ ok: false })
  })

  it('never ends its headers', async () => {
    expect(await fetchFrom(bad.endlessHeaders, { totalMs: 5000 })).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it.each(['gzip', 'deflate', 'br'] as const)('cuts a page of %s off: what came is read, as browsers do', async (encoding) => {
    const words = Array.from({ length: 5000 }, (_, at) => `word${(at * 7919) % 5000}`).join(' ')
    expect(text(await fetchFrom(bad.cutOff(words, encoding)))).toContain('word0 word2919')
  })

  it('does not send without end', async () => {
    expect(await fetchFrom(bad.endlessBody)).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it('announces a body that is too large, and none of it is read', async () => {
    const answer: SiteAnswer = (_request, response) =>
      void response.writeHead(200, { 'content-length': '50000000' }).write('x')
    expect(await fetchFrom(answer)).toMatchObject({ ok: false, reason: 'too-large', detail: 'Larger than 10 MB' })
  })

  it('breaks the connection off', async () => {
    expect(await fetchFrom(bad.resetMidway)).toMatchObject({ ok: false, reason: 'network', retry: true })
    expect(await fetchFrom(bad.resetAtOnce)).toMatchObject({ ok: false, reason: 'network', retry: true })
  })

  it('falls silent', async () => {
    expect(await fetchFrom(bad.silence, { idleMs: 100 })).toMatchObject({ ok: false, reason: 'timeout', retry: true })
    expect(await fetchFrom(bad.silentMidway, { totalMs: 300 })).toMatchObject({
      ok: false,
      reason: 'timeout',
      retry: true,
    })
  })

  it('is never quite silent and never done', async () => {
    expect(await fetchFrom(bad.trickle, { totalMs: 300 })).toMatchObject({ ok: false, reason: 'timeout', retry: true })
  })

  it('does not speak HTTP', async () => {
    expect(await fetchFrom(bad.notHttp)).toMatchObject({ ok: false })
  })

  it('sends more headers than anyone needs', async () => {
    expect(await fetchFrom(bad.hugeHeaders)).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it('names an encoding that it does not use, or that nobody knows', async () => {
    const encoded = (encoding: string) => fetchFrom({ headers: { 'content-encoding': encoding }, body: 'plain' })
    for (const encoding of ['gzip', 'br', 'zstd']) {
      expect(await encoded(encoding)).toMatchObject({ ok: false, reason: 'unreadable' })
    }
    expect(await encoded('rot13')).toMatchObject({ ok: false, reason: 'unreadable', detail: 'Encoded as rot13' })
    expect(await encoded('gzip, gzip, gzip, gzip')).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(text(await encoded('identity'))).toBe('plain')
  })

  it('is not there', async () => {
    const gone = createEgress({ allowPrivateHosts: ['127.0.0.1:1'] })
    const page = await fetchPage('http://127.0.0.1:1/', { egress: gone, userAgent: 'x' })
    expect(page).toEqual({ ok: false, reason: 'network', detail: '127.0.0.1:1 refused the connection', retry: true })
    await gone.close()
  })
})

it('stops at once when it is told to', async () => {
  const stop = new AbortController()
  const page = fetchFrom(bad.silence, {}, { signal: stop.signal })
  stop.abort()
  expect(await page).toEqual({ ok: false, reason: 'stopped', detail: '', retry: false })
})
