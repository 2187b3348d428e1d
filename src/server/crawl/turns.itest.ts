import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker } from '#server/jobs/worker.ts'
import { openServices } from '#server/services.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { crawlEnded } from '#test/crawls.ts'
import { onlyOnPostgres } from '#test/database.ts'
import { silentLog } from '#test/silent-log.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { awaitHostTurn, giveHostTurn, takeHostTurn } from './host-turns.ts'

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

/** A part of the site with six pages that take a moment each; notes who is read beside whom. */
function addPart(website: Website, into: Seen, name: string, pageMs = 30) {
  const paths = Array.from({ length: PAGES - 1 }, (_, index) => `/${name}/${index + 1}`)
  const answer = (path: string): SiteAnswer => async (_, response) => {
    into.atOnce += 1
    into.most = Math.max(into.most, into.atOnce)
    into.order.push(name)
    await sleep(pageMs)
    into.atOnce -= 1
    response.setHeader('content-type', 'text/html')
    const links = paths.map((each) => `<a href="${each}">${each}</a>`).join(' ')
    response.end(`<title>${path}</title><main><p>The page ${path} of part ${name} says something of its own.</p>${links}</main>`)
  }
  for (const path of [`/${name}`, ...paths]) website.set(path, answer(path))
}

async function start(person: Person, path: string, website = site) {
  const { status, body } = await person.post('/api/crawls', { url: `${website.origin}${path}`, maxPages: PAGES })
  expect(status).toBe(201)
  return body.id as string
}

describe('several crawls of one host', () => {
  it('read one page at a time between them, in fair turns', async () => {
    const people = await Promise.all([app.signUp(), app.signUp(), app.signUp()])
    const ids = await Promise.all(people.map((person, index) => start(person, `/${'abc'[index]}`)))
    const crawls = await Promise.all(people.map((person, index) => crawlEnded(person, ids[index] ?? '')))
    expect(crawls.map((crawl) => crawl.pages.length)).toEqual([PAGES, PAGES, PAGES])
    expect(seen.most).toBe(1)
    // Nobody is passed over: between two pages of one crawl the others have had at most one each.
    const last = Math.min(...['a', 'b', 'c'].map((name) => seen.order.lastIndexOf(name)))
    const shared = seen.order.slice(Math.max(...['a', 'b', 'c'].map((name) => seen.order.indexOf(name))), last)
    for (let at = 0; at + 3 <= shared.length; at += 3) expect(new Set(shared.slice(at, at + 3)).size).toBe(3)
  })

  it('keep the pause that the site asks for between them, not each for itself', async () => {
    const asked: number[] = []
    const answer = (links: string): SiteAnswer => (request, response) => {
      asked.push(performance.now())
      response.setHeader('content-type', 'text/html')
      response.end(`<title>Shy</title><main><p>The page ${request.url} of a shy site says something of its own.</p>${links}</main>`)
    }
    shy.set('/', answer('<a href="/one">One</a>'))
    shy.set('/one', answer(''))
    const people = await Promise.all([app.signUp(), app.signUp()])
    const ids = await Promise.all(people.map((person) => start(person, '/', shy)))
    const crawls = await Promise.all(people.map((person, index) => crawlEnded(person, ids[index] ?? '')))
    expect(crawls.map((crawl) => crawl.pages.length)).toEqual([2, 2])
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThan(950)
  })

  it('say that they wait for their turn, and no longer once it has come', async () => {
    const [first, second] = [await app.signUp(), await app.signUp()]
    const gate = site.hold('/a')
    const holding = await start(first, '/a')
    await gate.asked
    const told: string[] = []
    const unsubscribe = app.services.events.subscribe(second.userId, (event) => {
      if (event.type === 'crawl') told.push(event.waiting)
    })
    const waiting = await start(second, '/b')
    const words = `Waiting its turn on ${site.host}`
    await waitFor('the wait to be said', async () => (await second.get(`/api/crawls/${waiting}`)).body.waiting === words)
    expect(told).toEqual([words])
    gate.release()
    expect((await crawlEnded(second, waiting)).waiting).toBe('')
    await crawlEnded(first, holding)
    unsubscribe()
    expect(told.slice(1).filter((each) => each === words)).toEqual([])
  })
})

describe('whoever reads a site outside of a crawl', () => {
  it('has its turn after the page in hand, before the crawls that wait', async () => {
    const person = await app.signUp()
    const { db } = app.services
    const gate = site.hold('/d')
    const id = await start(person, '/d')
    await gate.asked
    expect(await takeHostTurn(db, site.host, 'a preview', 10)).toBe(false)
    expect(await takeHostTurn(db, 'elsewhere.example', 'a preview', 10)).toBe(true)
    const turn = awaitHostTurn(db, { host: site.host, heldBy: 'a preview', seconds: 10 })
    gate.release()
    await turn
    const before = site.requests.length
    expect((await person.get(`/api/crawls/${id}`)).body).toMatchObject({ status: 'crawling', progress: { pagesCrawled: 1 } })
    expect(await takeHostTurn(db, site.host, 'another preview', 10)).toBe(false)
    expect(site.requests.length).toBe(before)
    await giveHostTurn(db, site.host, 'a preview')
    expect((await crawlEnded(person, id)).pages).toHaveLength(PAGES)
  })

  it('loses a turn that it keeps for too long', async () => {
    const { db } = app.services
    expect(await takeHostTurn(db, 'slow.example', 'one', 0.05)).toBe(true)
    await waitFor('the turn to be free', () => takeHostTurn(db, 'slow.example', 'two', 5))
    await giveHostTurn(db, 'slow.example', 'two')
  })

  it('gives up waiting when it is told to', async () => {
    const { db } = app.services
    await takeHostTurn(db, 'taken.example', 'one', 60)
    const ask = { host: 'taken.example', heldBy: 'two', seconds: 60, signal: AbortSignal.timeout(50) }
    await expect(awaitHostTurn(db, ask)).rejects.toThrow(/abort/i)
  })
})

// The embedded database has one opener.
onlyOnPostgres(() => {
  describe('two workers on one database', () => {
    it('never read two pages of one host at once', async () => {
      const other = await openServices(app.config, silentLog, { authLimitFactor: 1000 })
      const worker = await startWorker(other)
      try {
        Object.assign(seen, { atOnce: 0, most: 0, order: [] })
        const people = await Promise.all([app.signUp(), app.signUp(), app.signUp(), app.signUp()])
        const ids = await Promise.all(people.map((person, index) => start(person, `/${'abcd'[index]}`)))
        const crawls = await Promise.all(people.map((person, index) => crawlEnded(person, ids[index] ?? '')))
        expect(crawls.map((crawl) => crawl.pages.length)).toEqual([PAGES, PAGES, PAGES, PAGES])
        expect(seen.most).toBe(1)
      } finally {
        await worker.close(2000)
        await other.close()
      }
    })
  })
})
