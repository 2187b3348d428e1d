import { describe, expect, it } from 'vitest'
import type { FetchedText } from './fetch-text.ts'
import { createRobots, ROBOTS_MAX_BYTES } from './robots.ts'

const asked: string[] = []
function robotsThatSay(answer: (url: string) => FetchedText, now?: () => number) {
  asked.length = 0
  return createRobots({
    userAgent: 'Readback/0.1 (+http://localhost/help/robots)',
    now,
    fetchText: async (url) => {
      asked.push(url)
      return answer(url)
    },
  })
}
const saying = (text: string) => robotsThatSay(() => ({ ok: true, text }))
const failing = (status: number | null, reason: 'http-status' | 'network' | 'timeout' = 'http-status') =>
  robotsThatSay(() => ({ ok: false, status, failure: { ok: false, reason, detail: String(status), retry: true } }))
const page = (path: string) => `https://example.org${path}`
const refused = { ok: false, reason: 'robots', detail: '', retry: false }

describe('what a site asks of robots', () => {
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
  ])('%j about %s', async (text, path, allowed) => {
    expect(await saying(text).check(page(path))).toEqual(allowed ? { ok: true } : refused)
  })

  it('is asked once for each origin, and again after an hour', async () => {
    let time = 0
    const robots = robotsThatSay(
      () => ({ ok: true, text: '' }),
      () => time,
    )
    await Promise.all([robots.check(page('/a')), robots.check(page('/b')), robots.check('https://other.test/')])
    expect(asked).toEqual(['https://example.org/robots.txt', 'https://other.test/robots.txt'])
    time = 61 * 60_000
    await robots.check(page('/a'))
    expect(asked).toHaveLength(3)
  })

  it('forbids nothing where there is no robots.txt', async () => {
    for (const status of [400, 401, 403, 404, 410, 310])
      expect(await failing(status).check(page('/x'))).toEqual({ ok: true })
  })

  it('forbids everything for now where robots.txt cannot be read, and says so', async () => {
    const verdict = await failing(503).check(page('/x'))
    expect(verdict).toMatchObject({ ok: false, reason: 'robots-unreachable', retry: true })
    expect(!verdict.ok && verdict.detail).toContain('503')
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

  it('asks again soon after robots.txt could not be read', async () => {
    let time = 0
    let up = false
    const robots = robotsThatSay(
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

  it('takes no half of a rule from a robots.txt that is cut at its limit', async () => {
    const head = 'User-agent: *\nDisallow: /secret\n'
    const end = '\nDisallow: /'
    const filler = '#'.repeat(ROBOTS_MAX_BYTES - head.length - end.length)
    const robots = saying(head + filler + end)
    expect(await robots.check(page('/open'))).toEqual({ ok: true })
    expect(await robots.check(page('/secret'))).toEqual(refused)
  })

  it('names a wait between pages and its sitemaps', async () => {
    const robots = saying('User-agent: *\nCrawl-delay: 2.5\nSitemap: https://example.org/map.xml')
    expect(robots.crawlDelayMs(page('/'))).toBe(0)
    await robots.check(page('/'))
    expect(robots.crawlDelayMs(page('/x'))).toBe(2500)
    expect(robots.sitemaps(page('/x'))).toEqual(['https://example.org/map.xml'])
  })

  it.each(['Crawl-delay: soon', 'Crawl-delay: -5', 'Crawl-delay: 999999'])('takes no nonsense: %s', async (line) => {
    const robots = saying(`User-agent: *\n${line}`)
    await robots.check(page('/'))
    expect(robots.crawlDelayMs(page('/'))).toBeLessThanOrEqual(300_000)
    expect(robots.crawlDelayMs(page('/'))).toBeGreaterThanOrEqual(0)
  })
})
