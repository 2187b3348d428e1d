import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { customPage, startSiteCrawl, waitForCrawlEnd } from '#test/crawls.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let fresh = 0

const freshLinks = (path: string, count: number) => Array.from({ length: count }, () => `${path}/${fresh++}`)

/** Pages that all say the same and link to addresses that no other page links to. */
const repeatingSite =
  (path: string): SiteAnswer =>
  (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(customPage('Maze', { text: 'Every page of this site says exactly the same.', links: freshLinks(path, 20) }))

beforeAll(async () => {
  site = await openWebsite({ '/robots.txt': { status: 404 } })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

/** Eighty requests on a busy machine. */
const SLOW = 180_000

/** Crawls ten pages below `path` of a site that answers every address with `answer`; counts the requests. */
async function crawlMaze(path: string, answer: SiteAnswer) {
  site.set('*', answer)
  const person = await app.signUp()
  const crawl = await waitForCrawlEnd(person, await startSiteCrawl(person, site, path, { maxPages: 10 }), SLOW)
  return { crawl, requests: site.requests.filter((request) => request.path.startsWith(path)).length }
}

describe('a crawl of a site without end', { timeout: SLOW }, () => {
  it('stops after three requests per page and 50 when all pages say the same [repeating-site-1]', async () => {
    const { crawl, requests } = await crawlMaze('/same', repeatingSite('/same'))
    expect(crawl).toMatchObject({
      status: 'finished',
      error: { code: 'crawl.repeats', message: 'Stopped looking: the site repeats itself' },
    })
    expect(crawl.pages).toHaveLength(1)
    expect(requests).toBeGreaterThan(70)
    expect(requests).toBeLessThanOrEqual(80)
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
    expect(requests).toBeLessThanOrEqual(80)
  })

  it('fails when there is no page at all, and leaves no address waiting', async () => {
    const { crawl, requests } = await crawlMaze('/none', (_request, response) => {
      const links = freshLinks('/none', 20).map((link) => `<a href="${link}"><img src="/x.png" alt=""></a>`)
      response.writeHead(200, { 'content-type': 'text/html' }).end(links.join(''))
    })
    expect(crawl).toMatchObject({ status: 'failed', error: { code: 'crawl.nothing-crawled' } })
    expect(requests).toBeLessThanOrEqual(80)
    expect(crawl.skippedByReason['few-pages']).toBeGreaterThan(0)
  })

  it('can be continued', async () => {
    const person = await app.signUp()
    site.set('*', repeatingSite('/more'))
    const id = await startSiteCrawl(person, site, '/more', { maxPages: 1 })
    await waitForCrawlEnd(person, id, SLOW)
    expect((await person.post(`/api/crawls/${id}/continue`, { maxPages: 2 })).status).toBe(200)
    const crawl = await waitForCrawlEnd(person, id, SLOW)
    expect(crawl).toMatchObject({ status: 'finished', error: { code: 'crawl.repeats' } })
    // The page limit is three now.
    expect(site.requests.filter(({ path }) => path.startsWith('/more')).length).toBeGreaterThan(50)
  })
})
