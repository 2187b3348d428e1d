import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crawlScope, judgeLink, pageIdentity } from './links.ts'

const docs = crawlScope('https://example.org/docs/start')
const verdict = (link: string, scope = docs) => {
  const judged = judgeLink(scope, link)
  return judged === null ? 'ignored' : judged.ok ? 'ok' : judged.reason
}

describe('the scope of a crawl', () => {
  it.each([
    ['https://example.org', ''],
    ['https://example.org/', ''],
    ['https://example.org/index.html', ''],
    ['https://example.org/docs', '/docs'],
    ['https://example.org/docs/', '/docs'],
    ['https://example.org/docs/?page=2#top', '/docs'],
    ['https://example.org/docs/index.html', '/docs'],
    ['https://example.org/docs/guide.PHP', '/docs'],
    ['https://example.org/docs/guide.html/', '/docs/guide.html'],
    ['https://example.org/docs/v2.0', '/docs/v2.0'],
    ['https://example.org/people/john.doe', '/people/john.doe'],
  ])('of %s has the prefix "%s" [links-4]', (start, prefix) => {
    expect(crawlScope(start).pathPrefix).toBe(prefix)
  })

  it('is one host and one port [links-1]', () => {
    expect(crawlScope('https://Example.org:443/').host).toBe('example.org')
    expect(crawlScope('http://example.org:8080/').host).toBe('example.org:8080')
  })

  it('refuses a start address that is not http or https', () => {
    expect(() => crawlScope('ftp://example.org/')).toThrow(TypeError)
  })
})

describe('a link in a crawl of https://example.org/docs/start', () => {
  const scope = crawlScope('https://example.org/docs/')
  it.each([
    // The same host and port.
    ['https://example.org/docs/a', 'ok'],
    ['http://example.org/docs/a', 'ok'],
    ['https://EXAMPLE.org/docs/a', 'ok'],
    ['https://www.example.org/docs/a', 'other-host'],
    ['https://example.org:8443/docs/a', 'other-host'],
    ['https://example.org.evil.test/docs/a', 'other-host'],
    // Under the start path, by whole segments.
    ['https://example.org/docs', 'ok'],
    ['https://example.org/docs/', 'ok'],
    ['https://example.org/docs/a/b/c', 'ok'],
    ['https://example.org/docsearch', 'outside-path'],
    ['https://example.org/', 'outside-path'],
    ['https://example.org/docs/../other', 'outside-path'],
    // Files.
    ['https://example.org/docs/picture.jpg', 'excluded-type'],
    ['https://example.org/docs/Paper.PDF?download=1', 'excluded-type'],
    ['https://example.org/docs/data.json', 'excluded-type'],
    ['https://example.org/docs/feed.xml#top', 'excluded-type'],
    ['https://example.org/docs/page.html', 'ok'],
    ['https://example.org/docs/page.php', 'ok'],
    ['https://example.org/docs/v1.2', 'ok'],
    ['https://example.org/docs/jpg', 'ok'],
    ['https://example.org/docs/file.pdf.html', 'ok'],
    ['https://example.org/docs/file.pdf/notes', 'ok'],
    // Segments that are never crawled.
    ['https://example.org/docs/api/users', 'excluded-path'],
    ['https://example.org/docs/API/users', 'excluded-path'],
    ['https://example.org/docs/%61dmin/x', 'excluded-path'],
    ['https://example.org/docs/login', 'excluded-path'],
    ['https://example.org/docs/logout/', 'excluded-path'],
    ['https://example.org/docs/apis', 'ok'],
    ['https://example.org/docs/api.html', 'ok'],
    ['https://example.org/docs/rest-api/users', 'ok'],
    ['https://example.org/docs/a?next=/login', 'ok'],
    // Not pages.
    ['#section', 'ignored'],
    ['javascript:void(0)', 'ignored'],
    ['mailto:someone@example.org', 'ignored'],
    ['tel:+123', 'ignored'],
    ['data:text/html,hello', 'ignored'],
    ['ftp://example.org/docs/a', 'ignored'],
    ['nonsense', 'ignored'],
    ['https://', 'ignored'],
  ])('%s: %s [links-5]', (link, expected) => {
    expect(verdict(link, scope)).toBe(expected)
  })

  it.each('api login logout auth account admin static assets cdn img images js css fonts'.split(' '))(
    'never crawls a path with the segment %s [links-3]',
    (segment) => {
      expect(verdict(`https://example.org/docs/${segment}/page`, scope)).toBe('excluded-path')
    },
  )

  it.each('jpg jpeg png gif svg pdf doc docx xls xlsx zip rar css js json xml'.split(' '))(
    'skips files of the type .%s [links-2]',
    (type) => {
      expect(verdict(`https://example.org/docs/file.${type}`, scope)).toBe('excluded-type')
    },
  )

  it('accepts every path when the crawl started at the root', () => {
    expect(verdict('https://example.org/anything/at/all', crawlScope('https://example.org/'))).toBe('ok')
  })

  it('keeps the trailing slash in the fetched address, not in the identity [links-6]', () => {
    expect(judgeLink(scope, 'https://example.org/docs/a/?q=1#x')).toEqual({
      ok: true,
      url: 'https://example.org/docs/a',
      fetchUrl: 'https://example.org/docs/a/',
    })
  })

  it('fetches links of the other scheme with the scheme of the start', () => {
    expect(judgeLink(scope, 'http://example.org/docs/a')).toMatchObject({ url: 'https://example.org/docs/a' })
  })

  it('drops the user name and password of a link', () => {
    expect(judgeLink(scope, 'https://me:secret@example.org/docs/a')).toMatchObject({
      fetchUrl: 'https://example.org/docs/a',
    })
  })

  it('skips an address that is too long and shows its beginning', () => {
    const judged = judgeLink(scope, `https://example.org/docs/${'a/'.repeat(3000)}`)
    expect(judged).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(judged?.url.length).toBeLessThan(300)
  })
})

describe('the identity of a page', () => {
  it.each([
    ['https://example.org/', 'https://example.org'],
    ['https://example.org/a//', 'https://example.org/a'],
    ['https://Example.org:443/a/?q#f', 'https://example.org/a'],
    ['http://example.org:8080/A', 'http://example.org:8080/A'],
  ])('%s is %s', (address, identity) => {
    expect(pageIdentity(address)).toBe(identity)
  })

  it('is a fixed point for any address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const identity = pageIdentity(url)
        expect(pageIdentity(identity)).toBe(identity)
        expect(identity).not.toMatch(/[?#]|\/$/)
      }),
    )
  })
})

it('gives the same verdict with and without slash, query and fragment [links-7]', () => {
  const scope = crawlScope('https://example.org/')
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const bare = `https://example.org${path.replace(/\/+$/, '')}`
      expect(verdict(`${bare}/?${query}#x`, scope)).toBe(verdict(bare, scope))
    }),
  )
})

it('accepts nothing on another host or outside the start path', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const judged = judgeLink(docs, url)
      if (judged?.ok) expect(judged.url.startsWith('https://example.org/docs')).toBe(true)
    }),
  )
})
