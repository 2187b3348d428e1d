import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { customPage, runCrawl } from '#test/crawls.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let fresh = 0

const robotsTxt = { status: 404 }
const freshLinks = (count: number) => Array.from({ length: count }, () => `/maze/${fresh++}`)

beforeAll(async () => {
  site = await openWebsite({ '/robots.txt': robotsTxt })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

/** Crawls ten pages of a site that answers every address with `answer`; counts the requests without robots.txt. */
async function crawlMaze(answer: SiteAnswer) {
  site.set('*', answer)
  const before = site.requests.length
  const crawl = await runCrawl(await app.signUp(), site, '/maze', { maxPages: 10, maxDepth: 3 })
  const requests = site.requests.slice(before).filter(({ path }) => path !== '/robots.txt')
  return { crawl, requests: requests.length }
}

describe('a crawl of a site without end', () => {
  it('stops after three requests per page and 50 when all pages say the same', async () => {
    const { crawl, requests } = await crawlMaze((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(customPage('Maze', { text: 'Every page of this site says exactly the same.', links: freshLinks(100) })),
    )
    expect(crawl).toMatchObject({
      status: 'finished',
      error: { code: 'crawl.repeats', message: 'Stopped looking: the site repeats itself' },
    })
    expect(crawl.pages).toHaveLength(1)
    expect(requests).toBeGreaterThan(70)
    expect(requests).toBeLessThanOrEqual(80)
    expect(crawl.skippedByReason['repeats']).toBeGreaterThan(0)
    const addresses = Object.values(crawl.skippedByReason).reduce((sum, count) => sum + count, 1)
    // A page beyond the limit has one row for what was cut.
    expect(addresses).toBeLessThanOrEqual(6_000 + requests)
  })

  it('stops with another reason when its addresses lead to no page, and counts redirects', async () => {
    const { crawl, requests } = await crawlMaze((request, response) => {
      if (request.url === '/maze')
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(customPage('Maze', { links: freshLinks(200) }))
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
    const { crawl, requests } = await crawlMaze((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<a href="${freshLinks(100).join('"><img></a><a href="')}"><img></a>`),
    )
    expect(crawl).toMatchObject({ status: 'failed', error: { code: 'crawl.nothing-crawled' } })
    expect(requests).toBeLessThanOrEqual(80)
    expect(crawl.skippedByReason['few-pages']).toBeGreaterThan(0)
  })
})

it('a crawl at its request limit can be continued', async () => {
  const person = await app.signUp()
  site.set('*', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(customPage('Maze', { text: 'Every page of this site says exactly the same.', links: freshLinks(100) })),
  )
  const crawl = await runCrawl(person, site, '/maze', { maxPages: 1, maxDepth: 3 })
  expect(crawl.error).toBeNull()
  const { body } = await person.get('/api/crawls')
  const before = site.requests.length
  expect((await person.post(`/api/crawls/${body.crawls[0].id}/continue`, { maxPages: 2 })).status).toBe(200)
  await expect.poll(async () => (await person.get(`/api/crawls/${body.crawls[0].id}`)).body.status).toBe('finished')
  expect(site.requests.length - before).toBeGreaterThan(40)
})
