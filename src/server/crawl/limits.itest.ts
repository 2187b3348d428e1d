/** Crawls at their limits: huge pages, a stop, no credits, a deleted chat, a reader that fails. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditLedger, frontier, savedChats, userCredits } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import {
  waitForCrawlEnd,
  type EndedCrawl,
  customPage,
  pathsOf,
  reasonsOf,
  startSiteCrawl,
  runCrawl,
} from '#test/crawls.ts'
import { openScrapingServiceStandIn } from '#test/scraping-service.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

beforeAll(async () => {
  site = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const credits = async (person: Person) => (await person.get('/api/credits')).body.credits_count

describe('a page with too many links', () => {
  it('takes 5,000 of its 20,000 links, and the skipped list names how many it left', async () => {
    const links = Array.from({ length: 20_000 }, (_, at) => `<a href="/wide/an-address-of-a-usual-length-${at}">x</a>`)
    site.set('/wide', customPage('Wide') + links.join(''))
    const person = await app.signUp()
    const crawl = await waitForCrawlEnd(person, await startSiteCrawl(person, site, '/wide', { maxPages: 1 }), 300_000)
    expect(pathsOf(site, crawl)).toEqual(['/wide'])
    expect(crawl.skippedByReason).toEqual({ 'beyond-limit': 5_000, cut: 1 })
    expect(crawl.skipped[0]).toMatchObject({ url: `${site.origin}/wide#cut`, values: { n: 15_000 } })
  }, 330_000)

  it('is stored, and the skipped list names what was cut', async () => {
    site.set('/vast', customPage('Vast', { links: ['/vast/near'] }) + `<a href="/${'x'.repeat(200_000)}">Far</a>`)
    site.set('/vast/near', customPage('Near'))
    const crawl = await runCrawl(await app.signUp(), site, '/vast')
    expect(pathsOf(site, crawl)).toEqual(['/vast', '/vast/near'])
    expect(crawl.skipped).toMatchObject([{ url: `${site.origin}/vast#cut`, reason: 'cut', values: { n: 1 } }])
  })
})

describe('stopping a crawl', () => {
  it('aborts a start page that never responds and charges nothing [walk-1]', async () => {
    const gate = site.hold('/hang')
    const person = await app.signUp()
    const id = await startSiteCrawl(person, site, '/hang')
    await gate.asked
    const stoppedAt = Date.now()
    await person.post(`/api/crawls/${id}/stop`)
    const crawl = await waitForCrawlEnd(person, id)
    expect(Date.now() - stoppedAt).toBeLessThan(5_000)
    expect(crawl).toMatchObject({ status: 'stopped', error: { message: 'Crawling was stopped by user' } })
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/hang`, reason: 'stopped', detail: 'Scraping was stopped' },
    ])
    expect(await credits(person)).toBe(30)
    gate.release()
  })
})

describe('credits', () => {
  it('never get negative when many crawls run concurrently', async () => {
    const person = await app.signUp()
    const { db } = app.services
    await db.update(userCredits).set({ creditsCount: 20 }).where(eq(userCredits.userId, person.userId))
    await db.insert(creditLedger).values({ userId: person.userId, amount: -10, reason: 'operator' })
    const sites = await Promise.all(Array.from({ length: 8 }, () => openWebsite(manyPages())))
    app.config.allowPrivateHosts.push(...sites.map(({ host }) => host))
    await app.restart()
    try {
      const ids = await Promise.all(
        sites.map(async ({ origin }) => {
          const { body } = await person.post('/api/crawls', { url: `${origin}/many`, maxPages: 10 })
          return body.id as string
        }),
      )
      const all: EndedCrawl[] = await Promise.all(ids.map((id) => waitForCrawlEnd(person, id)))
      expect(all.reduce((sum, crawl) => sum + crawl.pages.length, 0)).toBe(20)
      for (const crawl of all.filter(({ status }) => status === 'failed')) {
        expect(crawl.error?.code).toBe('credits.ran-out')
        expect(crawl.skipped.some(({ reason }) => reason === 'no-credits')).toBe(true)
      }
      expect(all.filter(({ status }) => status === 'failed').length).toBeGreaterThanOrEqual(6)
      const [sum] = await app.services.db
        .select({ amount: sql<number>`sum(${creditLedger.amount})::int` })
        .from(creditLedger)
        .where(eq(creditLedger.userId, person.userId))
      expect(sum?.amount).toBe(0)
      expect(await credits(person)).toBe(0)
    } finally {
      for (const each of sites) await each.close()
    }
  })
})

function manyPages() {
  const links = Array.from({ length: 12 }, (_, index) => `/many/${index}`)
  return {
    '/many': customPage('Many', { links }),
    ...Object.fromEntries(links.map((link) => [link, customPage(`Page ${link}`)])),
  }
}

describe('a crawl whose chat is deleted', () => {
  it('continues without the chat', async () => {
    site.set('/chatted', customPage('Chatted', { links: ['/chatted/a', '/chatted/b'] }))
    site.set('/chatted/a', customPage('Chatted a'))
    site.set('/chatted/b', customPage('Chatted b'))
    const person = await app.signUp()
    const chat = await person.post('/api/chats', {
      title: 'Short-lived',
      crawled_pages: [],
      selected_pages: [],
      chat_history: [],
    })
    const gate = site.hold('/chatted/a')
    const id = await startSiteCrawl(person, site, '/chatted', { chatId: chat.body.id })
    await gate.asked
    await app.services.db.delete(savedChats).where(eq(savedChats.id, chat.body.id))
    gate.release()
    const crawl = await waitForCrawlEnd(person, id)
    expect(crawl.status).toBe('finished')
    expect(pathsOf(site, crawl)).toEqual(['/chatted', '/chatted/a', '/chatted/b'])
  })
})

describe('a reader that fails permanently', () => {
  it('ends the crawl with its message, keeps the stored pages and skips the rest', async () => {
    site.set('/fatal', customPage('Fatal', { links: ['/fatal/a', '/fatal/b'] }))
    const service = await openScrapingServiceStandIn('key')
    const scraped = await openTestApp({
      allowPrivateHosts: [site.host],
      scrapingService: { apiKey: 'key', baseUrl: service.baseUrl },
    })
    try {
      const gate = site.hold('/fatal')
      const person = await scraped.signUp()
      const id = await startSiteCrawl(person, site, '/fatal')
      await gate.asked
      // The key is rejected from the second page on.
      service.answerNext({ status: 401, body: '{"message":"Invalid api key"}' })
      gate.release()
      const crawl = await waitForCrawlEnd(person, id)
      expect(crawl).toMatchObject({ status: 'failed', error: { message: 'Invalid ScrapingBee API key' } })
      expect(pathsOf(site, crawl)).toEqual(['/fatal'])
      expect(reasonsOf(site, crawl)).toEqual({ '/fatal/a': 'stopped', '/fatal/b': 'stopped' })

      // A message of the service stays unchanged when it describes the only failure of a crawl.
      const bad = { status: 403, body: '{"message":"Not today"}' }
      service.answerNext(bad, bad, bad, bad)
      const other: EndedCrawl = await runCrawl(person, site, '/fatal/a', { maxPages: 1 })
      expect(other.skipped.map(({ detail }) => detail)).toEqual(['ScrapingBee API error (403): Not today'])
    } finally {
      await scraped.close()
      await service.close()
    }
  })
})

it('leaves no address waiting', async () => {
  const waiting = await app.services.db.select().from(frontier).where(eq(frontier.state, 'waiting'))
  expect(waiting).toEqual([])
})
