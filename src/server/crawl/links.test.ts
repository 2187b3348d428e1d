import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crawlScope, judgeLink, pageIdentity } from './links.ts'

const docs = crawlScope('https://example.org/docs/start')
const verdict = (link: string, scope = docs) => {
  const judged = judgeLink(scope, link)
  return judged === null ? 'ignored' : judged.ok ? 'ok' : judged.reason
}

describe('where a crawl may go', () => {
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
  ])('%s: the prefix "%s"', (start, prefix) => {
    expect(crawlScope(start).pathPrefix).toBe(prefix)
  })

  it('is one host and one port', () => {
    expect(crawlScope('https://Example.org:443/').host).toBe('example.org')
    expect(crawlScope('http://example.org:8080/').host).toBe('example.org:8080')
  })

  it('refuses to start anywhere but on the web', () => {
    expect(() => crawlScope('ftp://example.org/')).toThrow(TypeError)
  })
})

describe('which links join a crawl of https://example.org/docs/start', () => {
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
    // What is no page at all.
    ['#section', 'ignored'],
    ['javascript:void(0)', 'ignored'],
    ['mailto:someone@example.org', 'ignored'],
    ['tel:+123', 'ignored'],
    ['data:text/html,hello', 'ignored'],
    ['ftp://example.org/docs/a', 'ignored'],
    ['nonsense', 'ignored'],
    ['https://', 'ignored'],
  ])('%s: %s', (link, expected) => {
    expect(verdict(link, scope)).toBe(expected)
  })

  it.each('api login logout auth account admin static assets cdn img images js css fonts'.split(' '))(
    'never crawls a path with the segment %s',
    (segment) => {
      expect(verdict(`https://example.org/docs/${segment}/page`, scope)).toBe('excluded-path')
    },
  )

  it.each('jpg jpeg png gif svg pdf doc docx xls xlsx zip rar css js json xml'.split(' '))(
    'takes .%s for a file',
    (type) => {
      expect(verdict(`https://example.org/docs/file.${type}`, scope)).toBe('excluded-type')
    },
  )

  it('takes every path of a site that was started at its root', () => {
    expect(verdict('https://example.org/anything/at/all', crawlScope('https://example.org/'))).toBe('ok')
  })

  it('keeps the slash as linked in what is fetched, not in what the page is', () => {
    expect(judgeLink(scope, 'https://example.org/docs/a/?q=1#x')).toEqual({
      ok: true,
      url: 'https://example.org/docs/a',
      fetchUrl: 'https://example.org/docs/a/',
    })
  })

  it('asks for a link of the other scheme as it asked for the start', () => {
    expect(judgeLink(scope, 'http://example.org/docs/a')).toMatchObject({ url: 'https://example.org/docs/a' })
  })

  it('sends no name and password that stand in a link', () => {
    expect(judgeLink(scope, 'https://me:secret@example.org/docs/a')).toMatchObject({
      fetchUrl: 'https://example.org/docs/a',
    })
  })

  it('skips an address that is too long to be kept, and shows its beginning', () => {
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

  it('is its own identity, whatever the address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const identity = pageIdentity(url)
        expect(pageIdentity(identity)).toBe(identity)
        expect(identity).not.toMatch(/[?#]|\/$/)
      }),
    )
  })
})

it('says the same of a link with and without slash, query and fragment', () => {
  const scope = crawlScope('https://example.org/')
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const bare = `https://example.org${path.replace(/\/+$/, '')}`
      expect(verdict(`${bare}/?${query}#x`, scope)).toBe(verdict(bare, scope))
    }),
  )
})

it('lets nothing through that is on another host or outside the start path', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const judged = judgeLink(docs, url)
      if (judged?.ok) expect(judged.url.startsWith('https://example.org/docs')).toBe(true)
    }),
  )
})
