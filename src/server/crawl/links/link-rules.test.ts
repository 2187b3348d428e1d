import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastestRun } from '#test/fastest-run.ts'
import { exclusionReason, type LinkRules, NO_RULES } from './link-rules.ts'
import { crawlScope, judgeLink, pageIdentity } from './links.ts'
import { normalizeQuery } from './normalize-address.ts'

const verdict = (rules: Partial<LinkRules>, path: string) =>
  exclusionReason({ ...NO_RULES, ...rules }, new URL(`https://example.org${path}`))?.reason ?? 'ok'

describe('include and exclude patterns', () => {
  it.each([
    ['/blog/*', '/blog/a', true],
    ['/blog/*', '/blog/a/b.html', true],
    ['/blog/*', '/blog/', true],
    ['/blog/*', '/blog', true],
    ['/blog/*', '/blogs', false],
    ['/blog', '/blog', true],
    ['/blog', '/blog/', true],
    ['/blog/', '/blog', true],
    ['/blog', '/blog/a', false],
    ['/*/news', '/en/news', true],
    ['/*/news', '/en/old/news', true],
    ['/*/news', '/news', false],
    ['/*', '/', true],
    ['/', '/', true],
    ['/', '/a', false],
    ['/*2026*', '/a-2026-b', true],
    ['/a.b', '/aXb', false],
    ['/a+b(c)', '/a+b(c)', true],
    ['/über/*', '/%C3%BCber/x', true],
    ['/%c3%bcber/*', '/über/x', true],
    ['/%61', '/a', true],
    ['/list?page=*', '/list?page=2', true],
    ['/list?page=*', '/list', false],
    ['/list', '/list?page=2', true],
  ])('%s matches %s: %s', (pattern, path, has) => {
    expect(verdict({ include: [pattern] }, path)).toBe(has ? 'ok' : 'excluded-pattern')
    expect(verdict({ exclude: [pattern] }, path)).toBe(has ? 'excluded-pattern' : 'ok')
  })

  it('exclude an address that both include and exclude match', () => {
    expect(verdict({ include: ['/blog/*'], exclude: ['/blog/old/*'] }, '/blog/old/a')).toBe('excluded-pattern')
    expect(verdict({ include: ['/blog/*', '/news/*'] }, '/news/a')).toBe('ok')
  })

  it('match quickly even with many stars', async () => {
    const match = () => verdict({ include: [`/${'a*'.repeat(140)}b`] }, `/${'a'.repeat(2000)}`)
    expect(match()).toBe('excluded-pattern')
    expect(await fastestRun(match)).toBeLessThan(200)
  })
})

describe('the selected parts of a site', () => {
  it.each([
    [{ path: '/docs', exact: false }, '/docs/a', 'ok'],
    [{ path: '/docs/', exact: false }, '/docs', 'ok'],
    [{ path: '/docs', exact: false }, '/docsearch', 'not-chosen'],
    [{ path: '/docs', exact: true }, '/docs/', 'ok'],
    [{ path: '/docs', exact: true }, '/docs/a', 'not-chosen'],
    [{ path: '/', exact: false }, '/anything', 'ok'],
    [{ path: '/', exact: true }, '/anything', 'not-chosen'],
    [{ path: '/%C3%BCber', exact: false }, '/über/a', 'ok'],
  ])('%j and %s: %s', (branch, path, expected) => {
    expect(verdict({ branches: [branch] }, path)).toBe(expected)
  })
})

describe('the normalization of an address', () => {
  it.each([
    ['https://example.org/docs/%61', 'https://example.org/docs/a'],
    ['https://example.org/docs/%7euser', 'https://example.org/docs/~user'],
    ['https://example.org/a%2fb', 'https://example.org/a%2Fb'],
    ['https://example.org/a%2Fb/', 'https://example.org/a%2Fb'],
    ['https://example.org/%c3%bcber', 'https://example.org/%C3%BCber'],
    ['https://example.org/über', 'https://example.org/%C3%BCber'],
    ['https://example.org/a//b', 'https://example.org/a//b'],
    ['https://example.org/100%', 'https://example.org/100%'],
    ['https://example.org/%2561', 'https://example.org/%2561'],
  ])('%s is %s', (address, identity) => {
    expect(pageIdentity(address)).toBe(identity)
    expect(judgeLink(crawlScope('https://example.org/'), address)).toMatchObject({ ok: true, url: identity })
  })

  it('applies to the start path too', () => {
    expect(crawlScope('https://example.org/%64ocs/').pathPrefix).toBe('/docs')
    expect(judgeLink(crawlScope('https://example.org/%64ocs/'), 'https://example.org/doc%73/a')).toMatchObject({
      ok: true,
    })
  })
})

describe('a crawl that keeps queries', () => {
  const rules = { ...NO_RULES, keepQuery: true }
  const scope = crawlScope('https://example.org/')

  it('treats different queries as different pages and drops tracking parameters [link-rules-1]', () => {
    expect(judgeLink(scope, 'https://example.org/list/?page=2&utm_source=mail&GCLID=x#top', rules)).toEqual({
      ok: true,
      url: 'https://example.org/list?page=2',
      fetchUrl: 'https://example.org/list/?page=2',
    })
    expect(pageIdentity('https://example.org/list?utm_campaign=a', rules)).toBe('https://example.org/list')
    expect(pageIdentity('https://example.org/list?page=2')).toBe('https://example.org/list')
  })

  it('keeps the order of the parameters and normalizes their encoding', () => {
    expect(normalizeQuery('?b=1&a=%61+x&&fbclid=1&a=2')).toBe('?b=1&a=a+x&a=2')
    expect(normalizeQuery('?')).toBe('')
  })

  it('maps an identity to itself', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const identity = pageIdentity(`https://example.org/a/?${query}`, rules)
        expect(pageIdentity(identity, rules)).toBe(identity)
      }),
    )
  })
})
