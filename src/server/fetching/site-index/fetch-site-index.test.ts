import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, type Egress } from '#server/fetching/egress.ts'
import { createTextFetcher } from './fetch-text.ts'
import { markdownLinks } from './markdown-links.ts'
import { createSiteIndexFetcher } from './fetch-site-index.ts'
import { createRobots } from './robots.ts'

let site: Website
let egress: Egress

beforeEach(async () => {
  site = await openWebsite({})
  egress = createEgress({ allowPrivateHosts: [site.host] })
})

afterEach(async () => {
  await egress.close()
  await site.close()
})

const urlset = (...paths: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>\n  ${site.origin}${path}\n</loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`
const xml = (body: string | Uint8Array, headers = {}) => ({
  headers: { 'content-type': 'application/xml', ...headers },
  body,
})

function read(signal?: AbortSignal, keep?: (address: string) => boolean) {
  const options = { egress, userAgent: 'Readback/test' }
  const robots = createRobots({ fetchText: createTextFetcher(options), userAgent: 'Readback/test' })
  return createSiteIndexFetcher({ fetch: options, robots })(`${site.origin}/docs/`, {
    ...(signal && { signal }),
    ...(keep && { keep }),
  })
}

const paths = ({ addresses }: Awaited<ReturnType<typeof read>>) =>
  addresses.map(({ url }) => url.replace(site.origin, ''))

describe('fetchSiteIndex', () => {
  it('returns nothing for a site without an index', async () => {
    expect(await read()).toEqual({ addresses: [], sitemaps: [] })
  })

  it('reads /sitemap.xml', async () => {
    site.set('/sitemap.xml', xml(urlset('/a', '/b?x=1&amp;y=2', '/a', '/c#part')))
    const index = await read()
    expect(paths(index)).toEqual(['/a', '/b?x=1&y=2', '/c'])
    expect(index.sitemaps).toEqual([`${site.origin}/sitemap.xml`])
  })

  it('reads the sitemaps named in robots.txt, also gzipped and through a sitemap index', async () => {
    site.set('/robots.txt', `User-agent: *\nDisallow: /maps\nSitemap: ${site.origin}/maps/all.xml\n`)
    site.set(
      '/maps/all.xml',
      xml(`<sitemapindex><sitemap><loc>${site.origin}/one.xml.gz</loc></sitemap>
      <sitemap><loc>${site.origin}/two.xml</loc></sitemap><sitemap><loc>${site.origin}/maps/forbidden.xml</loc></sitemap>
      <sitemap><loc>${site.origin}/maps/all.xml</loc></sitemap></sitemapindex>`),
    )
    site.set('/one.xml.gz', xml(gzipSync(urlset('/one'))))
    site.set('/two.xml', xml(gzipSync(urlset('/two')), { 'content-encoding': 'gzip' }))
    site.set('/maps/forbidden.xml', xml(urlset('/forbidden')))
    const index = await read()
    expect(paths(index)).toEqual(['/one', '/two'])
    expect(index.sitemaps.map((file) => file.replace(site.origin, ''))).toEqual([
      '/maps/all.xml',
      '/one.xml.gz',
      '/two.xml',
    ])
  })

  it('reads /llms.txt with its link texts before the sitemaps', async () => {
    site.set(
      '/llms.txt',
      `# Site\n\n- [Guide](/docs/guide): how to begin\n- [API [old]](${site.origin}/docs/api.md "x")\n`,
    )
    site.set('/sitemap.xml', xml(urlset('/docs/guide', '/docs/more')))
    const { addresses } = await read()
    expect(addresses).toEqual([
      { url: `${site.origin}/docs/guide`, title: 'Guide', from: 'llms.txt' },
      { url: `${site.origin}/docs/api.md`, title: expect.any(String), from: 'llms.txt' },
      { url: `${site.origin}/docs/more`, title: '', from: 'sitemap' },
    ])
  })

  it.each([
    ['lines', (origin: string) => `${origin}/a\n${origin}/b`],
    [
      'RSS',
      (origin: string) =>
        `<rss><channel><link>${origin}</link><item><link>${origin}/a</link></item><item><link>${origin}/b</link></item></channel></rss>`,
    ],
    [
      'Atom',
      (origin: string) =>
        `<feed><entry><link href="${origin}/a"/></entry><entry><link rel="self" href="${origin}/x"/><link rel="alternate" href="${origin}/b"/></entry></feed>`,
    ],
    [
      'another prefix',
      (origin: string) =>
        `<s:urlset xmlns:s="x"><s:url><s:loc>${origin}/a</s:loc></s:url><s:url><s:loc><![CDATA[${origin}/b]]></s:loc></s:url></s:urlset>`,
    ],
    [
      'pictures',
      (origin: string) =>
        `<urlset><url><loc>${origin}/a</loc><image:image><image:loc>${origin}/x.png</image:loc></image:image></url><url><loc>${origin}/b</loc></url></urlset>`,
    ],
  ])('parses a sitemap with %s', async (_, body) => {
    site.set('/sitemap.xml', xml(body(site.origin)))
    expect(paths(await read())).toEqual(['/a', '/b'])
  })

  it('does not mistake an HTML page for a sitemap or llms.txt', async () => {
    const page = {
      headers: { 'content-type': 'text/html' },
      body: `<html><body><url><loc>${site.origin}/a</loc></url>[x](/b)</body></html>`,
    }
    site.set('/sitemap.xml', page)
    site.set('/llms.txt', page)
    expect(await read()).toEqual({ addresses: [], sitemaps: [] })
  })

  it('keeps the addresses of the same host unless another filter is given', async () => {
    site.set(
      '/sitemap.xml',
      xml(`<urlset><url><loc>https://other.example/x</loc></url><url><loc>javascript:alert(1)</loc></url>
      <url><loc>${site.origin}/docs/a</loc></url><url><loc>${site.origin}/other/b</loc></url></urlset>`),
    )
    expect(paths(await read())).toEqual(['/docs/a', '/other/b'])
    expect(paths(await read(undefined, (address) => address.includes('/docs/')))).toEqual(['/docs/a'])
  })
})

describe('fetchSiteIndex with a hostile sitemap', () => {
  it('keeps the addresses before the connection failed', async () => {
    site.set('/sitemap.xml', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.write(`<urlset><url><loc>${site.origin}/a</loc></url>`)
      setTimeout(() => response.destroy(), 50)
    })
    expect(await read()).toMatchObject({
      addresses: [{ url: `${site.origin}/a` }],
      sitemaps: [`${site.origin}/sitemap.xml`],
    })
  })

  it('parses at most 50,000 addresses and keeps 10,000', async () => {
    site.set('/sitemap.xml', xml(gzipSync(urlset(...Array.from({ length: 60_000 }, (_, index) => `/${index}`)))))
    expect((await read()).addresses).toHaveLength(10_000)
    const odd = await read(undefined, (address) => Number(address.slice(site.origin.length + 1)) >= 45_000)
    expect(odd.addresses).toHaveLength(5_000)
  })

  it('needs no memory for a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(200_000_000, ' ')]))
    site.set('/sitemap.xml', xml(bomb))
    const before = process.memoryUsage.rss()
    expect((await read()).addresses).toEqual([])
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })

  it('stops at 50 files', async () => {
    let requests = 0
    site.set('/sitemap.xml', xml(`<sitemapindex><sitemap><loc>${site.origin}/more</loc></sitemap></sitemapindex>`))
    site.set('/more', (_, response) => {
      requests++
      const next = [1, 2, 3].map((each) => `<sitemap><loc>${site.origin}/more?${requests}-${each}</loc></sitemap>`)
      response.end(`<sitemapindex>${next.join('')}</sitemapindex>`)
    })
    await read()
    expect(requests).toBe(49)
  })

  it('resolves immediately when aborted', async () => {
    const gate = site.hold('/sitemap.xml')
    const stop = new AbortController()
    const pending = read(stop.signal)
    await gate.asked
    stop.abort()
    expect(await pending).toEqual({ addresses: [], sitemaps: [] })
    gate.release()
  })
})

describe('markdownLinks', () => {
  it.each([
    ['[A](/a)', [{ title: 'A', address: '/a' }]],
    [
      '[A](/a) and [B](/b "the title")',
      [
        { title: 'A', address: '/a' },
        { title: 'B', address: '/b' },
      ],
    ],
    ['no link ](x) [y] (z)', []],
    ['[open](/never', []],
    ['[](/bare)', [{ title: '', address: '/bare' }]],
  ])('finds the links in "%s"', (line, links) => {
    expect(markdownLinks(line)).toEqual(links)
  })
})
