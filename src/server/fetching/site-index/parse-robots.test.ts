import { describe, expect, it } from 'vitest'
import { parseRobots } from './parse-robots.ts'

const userAgent = 'Readback/0.1 (+http://localhost/help/robots)'
const allowed = (text: string, path: string, robot = userAgent) => parseRobots(text, robot).isAllowed(path)
const rules = (...lines: string[]) => ['User-agent: *', ...lines].join('\n')

describe('parseRobots with the examples of RFC 9309', () => {
  const file = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`
  it.each([
    ['anybot', '/example/page.html', false],
    ['anybot', '/publications/', true],
    ['anybot', '/x.gif', false],
    ['anybot', '/x.gif?1', true],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/publications/', false],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/example/other.html', true],
    ['quxbot', '/example/page.html', true],
  ])('decides for %s and %s (5.1)', (robot, path, expected) => {
    expect(allowed(file, path, robot)).toBe(expected)
  })

  it('applies the longest match (5.2)', () => {
    const file = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif'
    expect(allowed(file, '/example/page/disallowed.gif', 'foobot')).toBe(false)
    expect(allowed(file, '/example/page/other.gif', 'foobot')).toBe(true)
  })

  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7a'],
    ['/a%3cd.html', '/a%3Cd.html'],
  ])('matches %s with %s (2.2.2)', (rule, path) => {
    // The second address encodes reserved characters, so only a rule with the same encoding matches.
    if (path.includes('%3A')) expect(allowed(rules(`Disallow: ${path}`), path)).toBe(false)
    else expect(allowed(rules(`Disallow: ${rule}`), path)).toBe(false)
  })

  it('treats an encoded slash, star or dollar as a literal', () => {
    expect(allowed(rules('Disallow: /a%2Fb'), '/a/b')).toBe(true)
    expect(allowed(rules('Disallow: /a%2ab'), '/axb')).toBe(true)
    expect(allowed(rules('Disallow: /a%2A'), '/a%2a')).toBe(false)
    expect(allowed(rules('Disallow: /a%24'), '/a')).toBe(true)
  })

  it('merges groups for the same robot, ignoring case (2.2.1)', () => {
    const file =
      'User-agent: READBACK\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\nuser-agent: readback/2.0\ndisallow: /c'
    expect(allowed(file, '/a')).toBe(false)
    expect(allowed(file, '/b')).toBe(true)
    expect(allowed(file, '/c')).toBe(false)
  })

  it('allows everything in an empty group and ignores rules before the first user agent', () => {
    expect(allowed('User-agent: *\nDisallow: /\n\nUser-agent: readback\n', '/x')).toBe(true)
    expect(allowed('Disallow: /\n\nUser-agent: other\nDisallow: /x', '/y')).toBe(true)
  })

  it('ignores other records between the lines of a group (2.2.4)', () => {
    const file = 'User-agent: readback\nSitemap: https://a.test/map.xml\nUser-agent: other\nHost: a.test\nDisallow: /x'
    expect(allowed(file, '/x')).toBe(false)
    expect(parseRobots(file, userAgent).sitemaps).toEqual(['https://a.test/map.xml'])
  })

  it('continues a group after a crawl delay, which applies to the robots named before it (2.2.4)', () => {
    const file = 'User-agent: readback\nCrawl-delay: 5\n\nUser-agent: other\nCrawl-delay: 20\nDisallow: /x'
    expect(allowed(file, '/x')).toBe(false)
    expect(parseRobots(file, userAgent).crawlDelay).toBe(5)
  })

  it('ignores a record with a byte order mark inside the file, so that it splits no group', () => {
    const file = 'User-agent: readback\n\uFEFFUser-agent: other\nDisallow: /a\n\uFEFFDisallow: /b\nDisallow: /c'
    expect(['/a', '/b', '/c'].map((path) => allowed(file, path))).toEqual([false, true, false])
  })

  it('does not start another group after a byte order mark', () => {
    const file = 'User-agent: readback\nDisallow: /a\n\uFEFFUser-agent: other\nDisallow: /b'
    expect(allowed(file, '/b')).toBe(false)
  })

  it('always allows robots.txt itself', () => {
    expect(allowed(rules('Disallow: /'), '/robots.txt')).toBe(true)
  })
})

describe('a robots.txt rule', () => {
  it.each([
    ['Disallow: /fish', '/fish.html', false],
    ['Disallow: /fish', '/Fish.asp', true],
    ['Disallow: /fish*', '/fishheads/yummy.html', false],
    ['Disallow: /fish/', '/fish', true],
    ['Disallow: /*.php', '/folder/filename.php?parameters', false],
    ['Disallow: /*.php$', '/filename.php?parameters', true],
    ['Disallow: /*.php$', '/filename.php', false],
    ['Disallow: /fish*.php', '/fishheads/catfish.php?parameters', false],
    ['Disallow: /a$b', '/a$b/c', false],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/x', true],
    ['Disallow: *', '/x', false],
    ['Disallow: /a*b*c$', '/a-b-b-c', false],
    ['Disallow: /a*bc$', '/abcbc', false],
    ['Disallow: /ab*b$', '/ab', true],
    ['Disallow: fish', '/fish', false],
    ['Disallow:', '/x', true],
    ['Disallow: /x # why', '/x', false],
    ['Dissallow: /x', '/x', false],
    ['Disallow /x', '/x', true],
    ['Disallow: /p\nAllow: /p', '/p', true],
    ['Disallow: /*.htm\nAllow: /page', '/page.htm', false],
  ])('decides %j for %s', (rule, path, expected) => {
    expect(allowed(rules(...rule.split('\n')), path)).toBe(expected)
  })

  it.each(['\n', '\r\n', '\r'])('may end with any line ending (%j), also after a byte order mark', (ending) => {
    expect(allowed(`\uFEFF${rules('Disallow: /x', 'Disallow: /y').replaceAll('\n', ending)}`, '/y')).toBe(false)
  })
})

describe('parseRobots with a hostile file', () => {
  it('handles half a megabyte of wildcards', () => {
    const heavy = rules(...Array.from({ length: 250 }, () => `Disallow: /${'*a'.repeat(990)}b`))
    const { isAllowed } = parseRobots(heavy, userAgent)
    for (let at = 0; at < 20; at++) expect(isAllowed(`/${'a'.repeat(2000)}`)).toBe(true)
  })

  it('handles a line of half a megabyte, NULs and colons', () => {
    for (const text of [rules(`Disallow: /${'x'.repeat(500_000)}`), '\0'.repeat(500_000), ':'.repeat(500_000)]) {
      expect(allowed(text, '/x')).toBe(true)
    }
  })
})

it('parseRobots returns the crawl delay of the robot’s group in seconds', () => {
  const delay = (text: string) => parseRobots(text, userAgent).crawlDelay
  expect(delay('User-agent: *\nCrawl-delay: 2.5')).toBe(2.5)
  expect(delay('User-agent: *\nCrawl-delay: 5\n\nUser-agent: readback\nDisallow: /x')).toBeNull()
  expect(delay('User-agent: *\nCrawl-delay: soon')).toBeNull()
  expect(delay('User-agent: *\nCrawl-delay: -1')).toBeNull()
})
