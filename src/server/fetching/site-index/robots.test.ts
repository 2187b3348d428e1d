import { describe, expect, it } from 'vitest'
import { messageText } from '#shared/errors.ts'
import type { FetchedText } from './fetch-text.ts'
import { createRobots, ROBOTS_MAX_BYTES } from './robots.ts'

const fetched: string[] = []
function robotsWith(respond: (url: string) => FetchedText, now?: () => number) {
  fetched.length = 0
  return createRobots({
    userAgent: 'Readback/0.1 (+http://localhost/help/robots)',
    now,
    fetchText: async (url) => {
      fetched.push(url)
      return respond(url)
    },
  })
}
const robotsText = (text: string) => robotsWith(() => ({ ok: true, text }))
const failing = (status: number | null, reason: 'http-status' | 'network' | 'timeout' = 'http-status') =>
  robotsWith(() => ({ ok: false, status, failure: { ok: false, reason, detail: String(status), retry: true } }))
const page = (path: string) => `https://example.org${path}`
const refused = { ok: false, reason: 'robots', detail: '', retry: false }

describe('createRobots', () => {
  it.each([
    ['User-agent: *\nDisallow: /private', '/private/x', false],
    ['User-agent: *\nDisallow: /private', '/public', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow:', '/x', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nDisallow: /*.php$', '/x.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/x.php5', true],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: READBACK\nDisallow: /only', '/x', true],
    ['User-agent: *\n\nUser-agent: readback/2.0\nDisallow: /only', '/only', false],
    ['\uFEFFuser-agent: *\r\ndisallow: /x # why', '/x', false],
    ['<html>Not found</html>', '/x', true],
    ['', '/x', true],
  ])('applies %j to %s', async (text, path, allowed) => {
    expect(await robotsText(text).check(page(path))).toEqual(allowed ? { ok: true } : refused)
  })

  it('fetches robots.txt once per origin and again after an hour', async () => {
    let time = 0
    const robots = robotsWith(
      () => ({ ok: true, text: '' }),
      () => time,
    )
    await Promise.all([robots.check(page('/a')), robots.check(page('/b')), robots.check('https://other.test/')])
    expect(fetched).toEqual(['https://example.org/robots.txt', 'https://other.test/robots.txt'])
    time = 61 * 60_000
    await robots.check(page('/a'))
    expect(fetched).toHaveLength(3)
  })

  it('allows everything when robots.txt is unavailable', async () => {
    for (const status of [400, 401, 403, 404, 410, 310])
      expect(await failing(status).check(page('/x'))).toEqual({ ok: true })
  })

  it('allows nothing while robots.txt is unreachable and reports it', async () => {
    const verdict = await failing(503).check(page('/x'))
    expect(verdict).toMatchObject({ ok: false, reason: 'robots-unreachable', retry: true })
    expect(verdict.ok ? '' : messageText(verdict.detail)).toContain('503')
    expect(await failing(null, 'network').check(page('/x'))).toMatchObject({
      ok: false,
      reason: 'network',
      retry: true,
    })
    expect(await failing(429).check(page('/x'))).toMatchObject({ reason: 'robots-unreachable', retry: true })
    expect(await failing(null, 'timeout').check(page('/x'))).toMatchObject({
      ok: false,
      reason: 'robots-unreachable',
      retry: true,
    })
  })

  it('fetches robots.txt again a minute after it was unreachable', async () => {
    let time = 0
    let up = false
    const robots = robotsWith(
      () =>
        up
          ? { ok: true, text: '' }
          : { ok: false, status: 500, failure: { ok: false, reason: 'http-status', detail: '500', retry: true } },
      () => time,
    )
    expect((await robots.check(page('/x'))).ok).toBe(false)
    up = true
    expect((await robots.check(page('/x'))).ok).toBe(false)
    time = 61_000
    expect((await robots.check(page('/x'))).ok).toBe(true)
  })

  it('tries again after an unexpected error', async () => {
    let isBroken = true
    const robots = robotsWith(() => {
      if (isBroken) throw new Error('broken')
      return { ok: true, text: 'User-agent: *\nDisallow: /x' }
    })
    await expect(robots.check(page('/x'))).rejects.toThrow('broken')
    isBroken = false
    expect(await robots.check(page('/x'))).toEqual(refused)
  })

  it('ignores the incomplete last line of a truncated robots.txt', async () => {
    const head = 'User-agent: *\nDisallow: /secret\n'
    const end = '\nDisallow: /'
    const filler = '#'.repeat(ROBOTS_MAX_BYTES - head.length - end.length)
    const robots = robotsText(head + filler + end)
    expect(await robots.check(page('/open'))).toEqual({ ok: true })
    expect(await robots.check(page('/secret'))).toEqual(refused)
  })

  it('returns crawl delay and sitemaps', async () => {
    const robots = robotsText('User-agent: *\nCrawl-delay: 2.5\nSitemap: https://example.org/map.xml')
    expect(robots.crawlDelayMs(page('/'))).toBe(0)
    await robots.check(page('/'))
    expect(robots.crawlDelayMs(page('/x'))).toBe(2500)
    expect(robots.sitemaps(page('/x'))).toEqual(['https://example.org/map.xml'])
  })

  it.each(['Crawl-delay: soon', 'Crawl-delay: -5', 'Crawl-delay: 999999'])(
    'limits the crawl delay of "%s"',
    async (line) => {
      const robots = robotsText(`User-agent: *\n${line}`)
      await robots.check(page('/'))
      expect(robots.crawlDelayMs(page('/'))).toBeLessThanOrEqual(300_000)
      expect(robots.crawlDelayMs(page('/'))).toBeGreaterThanOrEqual(0)
    },
  )
})
