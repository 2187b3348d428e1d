import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { customPage, startSiteCrawl, waitForCrawlEnd } from '#test/crawls.ts'
import { userSettings } from '#server/platform/db/schema/index.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let fresh = 0

const freshLinks = (path: string, count: number) => Array.from({ length: count }, () => `${path}/${fresh++}`)

/** Pages that all say the same and link to addresses that no other page links to. */
const repeatingSite =
  (path: string, links = 20): SiteAnswer =>
  (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        customPage('Maze', { text: 'Every page of this site says exactly the same.', links: freshLinks(path, links) }),
      )

beforeAll(async () => {
  site = await openWebsite({ '/robots.txt': { status: 404 } })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

/** Few, since a crawl may ask for fifty addresses more than three for each page. */
const MAX_PAGES = 2
const MAX_REQUESTS = 3 * MAX_PAGES + 50
/** So many requests on a busy machine. */
const SLOW = 180_000

/**
 * Crawls two pages below `path` of a site that answers every address with `answer`; counts all requests to the site.
 */
async function crawlMaze(path: string, answer: SiteAnswer) {
  site.set('*', answer)
  const person = await app.signUp()
  const before = site.requests.length
  const crawl = await waitForCrawlEnd(person, await startSiteCrawl(person, site, path, { maxPages: MAX_PAGES }), SLOW)
  return { crawl, requests: site.requests.length - before }
}

describe('a crawl of a site without end', { timeout: SLOW }, () => {
  it('stops after three requests per page and 50 when all pages say the same [repeating-site-1]', async () => {
    const { crawl, requests } = await crawlMaze('/same', repeatingSite('/same'))
    expect(crawl).toMatchObject({
      status: 'finished',
      error: { code: 'crawl.repeats', message: 'Stopped looking: the site repeats itself' },
    })
    expect(crawl.pages).toHaveLength(1)
    expect(requests).toBeGreaterThan(MAX_REQUESTS - 10)
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
    expect(crawl.skippedByReason['repeats']).toBeGreaterThan(0)
  })

  it('stops with another reason when its addresses lead to no page, and counts redirects', async () => {
    const { crawl, requests } = await crawlMaze('/hops', (request, response) => {
      if (request.url === '/hops')
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(customPage('Maze', { links: freshLinks('/hops', 200) }))
      const hops = Number(new URL(request.url ?? '', site.origin).searchParams.get('hops'))
      return hops < 4
        ? response.writeHead(302, { location: `?hops=${hops + 1}` }).end()
        : response.writeHead(404, { 'content-type': 'text/html' }).end()
    })
    expect(crawl).toMatchObject({ status: 'finished', error: { code: 'crawl.few-pages' } })
    expect(crawl.pages).toHaveLength(1)
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
  })

  it('fails when there is no page at all, and leaves no address waiting', async () => {
    const { crawl, requests } = await crawlMaze('/none', (_request, response) => {
      const links = freshLinks('/none', 20).map((link) => `<a href="${link}"><img src="/x.png" alt=""></a>`)
      response.writeHead(200, { 'content-type': 'text/html' }).end(links.join(''))
    })
    expect(crawl).toMatchObject({ status: 'failed', error: { code: 'crawl.nothing-crawled' } })
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
    expect(crawl.skippedByReason['few-pages']).toBeGreaterThan(0)
  })

  it('continues a crawl of a site without end, which stops again after as many requests', async () => {
    const person = await app.signUp()
    site.set('*', repeatingSite('/more'))
    const first = ['/more/a', '/more/b', '/more/c', '/more/d']
    for (const path of first) site.set(path, customPage(path, { text: `The page ${path} says something else.` }))
    site.set('/more', customPage('Maze', { links: [...first, ...freshLinks('/more', 20)] }))
    const id = await startSiteCrawl(person, site, '/more', { maxPages: 5 })
    await waitForCrawlEnd(person, id, SLOW)
    const before = site.requests.length
    expect((await person.post(`/api/crawls/${id}/continue`, { maxPages: MAX_PAGES })).status).toBe(200)
    const crawl = await waitForCrawlEnd(person, id, SLOW)
    expect(crawl).toMatchObject({ status: 'finished', error: { code: 'crawl.repeats' } })
    const requests = site.requests.length - before
    expect(requests).toBeGreaterThan(MAX_REQUESTS - 6)
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
  })

  it('counts robots.txt, sitemaps and their redirects [repeating-site-2]', async () => {
    const hop: SiteAnswer = (request, response) => {
      const url = new URL(request.url ?? '', maps.origin)
      const hops = Number(url.searchParams.get('hops'))
      if (hops < 5) return response.writeHead(302, { location: `?hops=${hops + 1}` }).end()
      const robots = files.map((name) => `Sitemap: ${maps.origin}${name}`).join('\n')
      const file = `<urlset><url><loc>${maps.origin}/in${url.pathname}</loc></url></urlset>`
      response.writeHead(200).end(url.pathname === '/robots.txt' ? robots : file)
    }
    const files = Array.from({ length: 50 }, (_, n) => `/map-${n}.xml`)
    const maps = await openWebsite({ '/robots.txt': hop, '*': repeatingSite('/docs') })
    for (const name of files) maps.set(name, hop)
    const local = await openTestApp({ allowPrivateHosts: [maps.host] })
    try {
      const person = await local.signUp()
      await local.services.db.update(userSettings).set({ tier: 'pro' }).where(eq(userSettings.userId, person.userId))
      const settings = { sitemap: true }
      const id = await startSiteCrawl(person, maps, '/docs', { maxPages: MAX_PAGES, settings })
      const crawl = await waitForCrawlEnd(person, id, SLOW)
      expect(crawl.pages).toHaveLength(1)
      expect(maps.requests.length).toBeGreaterThan(MAX_REQUESTS - 10)
      expect(maps.requests.length).toBeLessThanOrEqual(MAX_REQUESTS)
      const sitemapRequests = maps.requests.filter(({ path }) => path.startsWith('/map-')).length
      expect(sitemapRequests).toBeGreaterThan(40)
      expect(sitemapRequests).toBeLessThanOrEqual(50)
    } finally {
      await local.close()
      await maps.close()
    }
  })

  it('remembers at most 5,000 addresses and 100 for each page of its limit [repeating-site-3]', async () => {
    const person = await app.signUp()
    site.set('*', repeatingSite('/many', 900))
    const crawl = await waitForCrawlEnd(person, await startSiteCrawl(person, site, '/many', { maxPages: 2 }), SLOW)
    expect(crawl.progress.pagesFound).toBeGreaterThan(5_000)
    expect(crawl.progress.pagesFound).toBeLessThanOrEqual(5_200)
  })
})
