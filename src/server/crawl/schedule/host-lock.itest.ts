import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerWorker } from '#server/jobs/register-worker.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { crawls, users } from '#server/platform/db/schema/index.ts'
import { openServices } from '#server/services.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitForCrawlEnd } from '#test/crawls.ts'
import { newTestDatabase, onlyOnPostgres } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { acquireHostLock, awaitHostLock, lockHosts, releaseHostLock } from './host-lock.ts'
import { leaseDueCrawls } from './lease.ts'

type Seen = { atOnce: number; most: number; order: string[] }

const PAGES = 6
let app: TestApp
let site: Website
let shy: Website
const seen: Seen = { atOnce: 0, most: 0, order: [] }

beforeAll(async () => {
  site = await openWebsite({})
  for (const name of ['a', 'b', 'c', 'd']) addPart(site, seen, name)
  shy = await openWebsite({ '/robots.txt': 'User-agent: *\nCrawl-delay: 1' })
  app = await openTestApp({ allowPrivateHosts: [site.host, shy.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
  await shy?.close()
})

/** A part of the site with six slow pages; records how many are fetched concurrently and in which order. */
function addPart(website: Website, into: Seen, name: string, pageMs = 30) {
  const paths = Array.from({ length: PAGES - 1 }, (_, index) => `/${name}/${index + 1}`)
  const answer =
    (path: string): SiteAnswer =>
    async (_, response) => {
      into.atOnce += 1
      into.most = Math.max(into.most, into.atOnce)
      into.order.push(name)
      await sleep(pageMs)
      into.atOnce -= 1
      response.setHeader('content-type', 'text/html')
      const links = paths.map((each) => `<a href="${each}">${each}</a>`).join(' ')
      response.end(
        `<title>${path}</title><main><p>The page ${path} of part ${name} says something different.</p>${links}</main>`,
      )
    }
  for (const path of [`/${name}`, ...paths]) website.set(path, answer(path))
}

async function start(person: Person, path: string, website = site) {
  const { status, body } = await person.post('/api/crawls', { url: `${website.origin}${path}`, maxPages: PAGES })
  expect(status).toBe(201)
  return body.id as string
}

describe('several crawls of one host', () => {
  it('fetch one page at a time between them, in fair order', async () => {
    const people = await Promise.all([app.signUp(), app.signUp(), app.signUp()])
    const ids = await Promise.all(people.map((person, index) => start(person, `/${'abc'[index]}`)))
    const crawls = await Promise.all(people.map((person, index) => waitForCrawlEnd(person, ids[index] ?? '')))
    expect(crawls.map((crawl) => crawl.pages.length)).toEqual([PAGES, PAGES, PAGES])
    expect(seen.most).toBe(1)
    // Fair: between two pages of one crawl, each of the others gets at most one.
    const last = Math.min(...['a', 'b', 'c'].map((name) => seen.order.lastIndexOf(name)))
    const shared = seen.order.slice(Math.max(...['a', 'b', 'c'].map((name) => seen.order.indexOf(name))), last)
    for (let at = 0; at + 3 <= shared.length; at += 3) expect(new Set(shared.slice(at, at + 3)).size).toBe(3)
  })

  it('share the Crawl-delay of their site', async () => {
    const asked: number[] = []
    const answer =
      (links: string): SiteAnswer =>
      (request, response) => {
        asked.push(performance.now())
        response.setHeader('content-type', 'text/html')
        response.end(
          `<title>Shy</title><main><p>The page ${request.url} of a shy site says something different.</p>${links}</main>`,
        )
      }
    shy.set('/', answer('<a href="/one">One</a>'))
    shy.set('/one', answer(''))
    const people = await Promise.all([app.signUp(), app.signUp()])
    const ids = await Promise.all(people.map((person) => start(person, '/', shy)))
    const crawls = await Promise.all(people.map((person, index) => waitForCrawlEnd(person, ids[index] ?? '')))
    expect(crawls.map((crawl) => crawl.pages.length)).toEqual([2, 2])
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThan(950)
  })

  it('report that they wait for the host until they get it', async () => {
    const [first, second] = [await app.signUp(), await app.signUp()]
    const gate = site.hold('/a')
    const holding = await start(first, '/a')
    await gate.asked
    const states: unknown[] = []
    const unsubscribe = app.services.events.subscribe(second.userId, (event) => {
      if (event.type === 'crawl') states.push(event.waiting)
    })
    const waiting = await start(second, '/b')
    const wait = { code: 'host', host: site.host }
    await waitFor(
      'the wait to be reported',
      async () => (await second.get(`/api/crawls/${waiting}`)).body.waiting?.host === site.host,
    )
    expect(states).toEqual([wait])
    gate.release()
    expect((await waitForCrawlEnd(second, waiting)).waiting).toBeNull()
    await waitForCrawlEnd(first, holding)
    unsubscribe()
    expect(states.slice(1)).not.toContainEqual(wait)
  })
})

describe('a host lock outside of a crawl', () => {
  it('is granted after the current page, before the crawls that wait', async () => {
    const person = await app.signUp()
    const { db } = app.services
    const gate = site.hold('/d')
    const id = await start(person, '/d')
    await gate.asked
    expect(await acquireHostLock(db, site.host, 'a preview', 10)).toBe(false)
    expect(await acquireHostLock(db, 'elsewhere.example', 'a preview', 10)).toBe(true)
    const locked = awaitHostLock(db, { host: site.host, heldBy: 'a preview', seconds: 10 })
    gate.release()
    await locked
    const before = site.requests.length
    expect((await person.get(`/api/crawls/${id}`)).body).toMatchObject({
      status: 'crawling',
      progress: { pagesCrawled: 1 },
    })
    expect(await acquireHostLock(db, site.host, 'another preview', 10)).toBe(false)
    expect(site.requests.length).toBe(before)
    await releaseHostLock(db, site.host, 'a preview')
    expect((await waitForCrawlEnd(person, id)).pages).toHaveLength(PAGES)
  })

  it('expires when it is held for too long', async () => {
    const { db } = app.services
    expect(await acquireHostLock(db, 'slow.example', 'one', 0.05)).toBe(true)
    await waitFor('the lock to be free', () => acquireHostLock(db, 'slow.example', 'two', 5))
    await releaseHostLock(db, 'slow.example', 'two')
  })

  it('stops waiting when the signal is aborted', async () => {
    const { db } = app.services
    await acquireHostLock(db, 'taken.example', 'one', 60)
    const request = { host: 'taken.example', heldBy: 'two', seconds: 60, signal: AbortSignal.timeout(50) }
    await expect(awaitHostLock(db, request)).rejects.toThrow(/abort/i)
  })
})

// The embedded database has one opener.
onlyOnPostgres(() => {
  describe('two workers on one database', () => {
    it('never fetch two pages of one host concurrently', async () => {
      const other = await openServices(app.config, testLog, { authLimitFactor: 1000 })
      const worker = await startWorker(other)
      try {
        Object.assign(seen, { atOnce: 0, most: 0, order: [] })
        const people = await Promise.all([app.signUp(), app.signUp(), app.signUp(), app.signUp()])
        const ids = await Promise.all(people.map((person, index) => start(person, `/${'abcd'[index]}`)))
        const crawls = await Promise.all(people.map((person, index) => waitForCrawlEnd(person, ids[index] ?? '')))
        expect(crawls.map((crawl) => crawl.pages.length)).toEqual([PAGES, PAGES, PAGES, PAGES])
        expect(seen.most).toBe(1)
      } finally {
        await worker.close(2000)
        await other.close()
      }
    })

    it('wait for each other only about hosts of the same lock, and lease those a moment later [host-lock-1]', async () => {
      const options = await newTestDatabase()
      const [database, busy] = [await openDatabase(options), await openDatabase(options)]
      const { db } = database
      const [contended, other] = ['a.example', 'b.example']
      const numbers = await db.execute(
        sql`select count(distinct hashtext(host) & 63)::int as n from (values (${contended}), (${other})) as v (host)`,
      )
      expect(numbers).toMatchObject({ rows: [{ n: 2 }] })
      await db.insert(users).values({ id: 'u1', name: 'Ada', email: 'ada@example.org' })
      for (const host of [contended, other]) {
        const site = { url: `http://${host}`, protocol: 'http:' as const, host, pathPrefix: '' }
        await db.insert(crawls).values({ userId: 'u1', ...site, maxPages: 1, maxDepth: 0, nextStepAt: new Date(0) })
      }
      const lease = async () => {
        const { leased, isContended } = await leaseDueCrawls(db, 'w1', 10)
        return { hosts: leased.map(({ host }) => host), isContended }
      }
      const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const deciding = busy.db.transaction(async (tx) => {
        await lockHosts(tx, sql`select ${contended}::text`)
        locked.resolve()
        await done.promise
      })
      await locked.promise
      expect(await acquireHostLock(db, 'c.example', 'a preview', 10)).toBe(true)
      expect(await lease()).toEqual({ hosts: [other], isContended: true })
      done.resolve()
      await deciding
      expect(await lease()).toEqual({ hosts: [contended], isContended: false })
      await Promise.all([database.close(), busy.close()])
    })

    it('know of each other while both run, and that one is alone after the other has ended [only-worker-1]', async () => {
      const options = await newTestDatabase()
      const openOther = () => openDatabase(options)
      const [first, second] = [await openOther(), await openOther()]
      expect(await registerWorker(first)).toEqual({ isOnly: true })
      expect(await registerWorker(second)).toEqual({ isOnly: false })
      // Closing ends the session without unlocking, as the end of a process does.
      await first.close()
      await waitFor('the lock of the first to be released', async () => (await registerWorker(second)).isOnly)
      await second.close()
    })
  })
})
