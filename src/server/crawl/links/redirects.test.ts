import { describe, expect, it } from 'vitest'
import { crawlScope } from './links.ts'
import { judgeRedirect, movedScope } from './redirects.ts'

const from = (start: string) => (target: string) => judgeRedirect(crawlScope(start), target, { movedFrom: start }).ok

describe('the redirect of a start page', () => {
  it('may change the start from apex to www, back, and from http to https', () => {
    expect(from('http://example.org/docs')('https://www.example.org/docs/')).toBe(true)
    expect(from('https://www.example.org/')('https://example.org/welcome')).toBe(true)
    expect(from('https://example.org/')('https://docs.example.org/')).toBe(false)
    expect(from('https://example.org/')('https://example.org:8443/')).toBe(false)
  })

  it('must end at an address that a crawl may fetch, on the old host and the new one', () => {
    for (const site of ['https://example.org', 'https://www.example.org']) {
      const leads = from('https://example.org/docs')
      expect(leads(`${site}/docs/intro`)).toBe(true)
      expect(leads(`${site}/login`)).toBe(false)
      expect(leads(`${site}/manual/intro`)).toBe(true)
      expect(leads(`${site}/manual/login`)).toBe(false)
      expect(leads(`${site}/docs/manual.pdf`)).toBe(false)
      expect(from('https://example.org/')(`${site}/auth/start`)).toBe(false)
    }
  })

  it.each([
    ['/users/sign_in', 'redirects-to-sign-in'],
    ['/wp-login.php', 'redirects-to-sign-in'],
    ['/login', 'redirects-to-sign-in'],
    ['/account/LogOn.aspx', 'redirects-to-sign-in'],
    ['/session/new', 'redirects-to-sign-in'],
    ['/docs/sign-in', 'redirects-to-sign-in'],
    ['/404', 'redirects-to-error'],
    ['/errors/not-found.html', 'redirects-to-error'],
  ])('to %s fails with %s instead of moving the start [redirects-1]', (path, code) => {
    const start = 'https://example.org/docs'
    for (const host of ['example.org', 'www.example.org']) {
      const target = `https://${host}${path}`
      expect(judgeRedirect(crawlScope(start), target, { movedFrom: start })).toMatchObject({
        ok: false,
        reason: 'redirect',
        detail: { code, values: { url: target } },
      })
    }
    const typed = `http://example.org${path}`
    expect(judgeRedirect(crawlScope(typed), `https://example.org${path}`, { movedFrom: typed })).toEqual({ ok: true })
  })

  it.each(['/signal', '/docs/login-guide', '/docs/error-codes', '/docs/404-pages', '/logs/in'])(
    'to %s moves the start',
    (path) => expect(from('https://example.org/start')(`https://example.org${path}`)).toBe(true),
  )

  it.each([
    ['/docs', '/docs/intro', '/docs'],
    ['/', '/en/', ''],
    ['/docs', '/manual/intro', '/manual'],
    ['/docs', '/manual/v2/', '/manual/v2'],
    ['/docs', '/manual/index.html', '/manual'],
    ['/docs', '/en/docs', '/en/docs'],
    ['/docs', '/handbook', '/handbook'],
    ['/en/docs', '/de/docs', '/de/docs'],
    ['/docs/gone', '/', ''],
  ])('from %s to %s gives the crawl the path "%s"', (start, target, pathPrefix) => {
    const [from, to] = [`https://example.org${start}`, `https://example.org${target}`]
    expect(movedScope(crawlScope(from), from, to)).toEqual({ protocol: 'https:', host: 'example.org', pathPrefix })
  })

  it('may end at the start path itself, even if a rule excludes it', () => {
    expect(from('http://example.org/api')('https://www.example.org/api/')).toBe(true)
  })
})
