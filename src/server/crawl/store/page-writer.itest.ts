import { setTimeout as sleep } from 'node:timers/promises'
import { count, eq, max, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePlan } from '#server/credits/change-plan.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import { creditLedger, frontier, pages, userCredits } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { customPage, waitForCrawlEnd } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

/** Of each site: more than one group. */
const PAGES = 40

let app: TestApp
let sites: Website[]
let ways: Website
beforeAll(async () => {
  sites = [await openWebsite({}), await openWebsite({})]
  for (const [n, site] of sites.entries()) addPages(site, n)
  ways = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [...sites, ways].map(({ host }) => host) })
})
afterAll(async () => {
  await app?.close()
  for (const site of [...sites, ways]) await site.close()
})

function addPages(site: Website, n: number) {
  const paths = Array.from({ length: PAGES - 1 }, (_, page) => `/page/${page + 1}`)
  site.set('/', customPage(`Site ${n}`, { links: paths }))
  for (const path of paths) site.set(path, customPage(`${n}${path}`, { links: ['/', ...paths] }))
}

async function signUpWith(credits: number): Promise<Person> {
  const person = await app.signUp()
  await app.services.db.transaction((tx) => changePlan(tx, { userId: person.userId, tier: 'pro' }))
  await setBalance(app.services.db, { userId: person.userId, credits })
  return person
}

const start = async (person: Person, site: Website | undefined): Promise<string> =>
  (await person.post('/api/crawls', { url: `${site?.origin}/`, maxPages: PAGES, maxDepth: 2 })).body.id

async function stateOf({ userId }: Person) {
  const { db } = app.services
  const [stored] = await db.select({ pages: count() }).from(pages).where(eq(pages.userId, userId))
  const [ledger] = await db
    .select({
      charged: sql<number>`count(*) filter (where reason = 'page')::int`,
      sum: sql<number>`sum(amount)::int`,
      transactions: sql<number>`count(distinct xmin::text) filter (where reason = 'page')::int`,
    })
    .from(creditLedger)
    .where(eq(creditLedger.userId, userId))
  const [balance] = await db
    .select({ balance: userCredits.creditsCount })
    .from(userCredits)
    .where(eq(userCredits.userId, userId))
  return { ...stored, ...ledger, ...balance }
}

it('stores and charges the pages of fast crawls once, several in one transaction', async () => {
  const people = [await signUpWith(100), await signUpWith(100)]
  const { db } = app.services
  // On a slow machine a page takes longer than a group stays open: pages gather only while others are stored.
  await db.execute(sql`
    create function pause() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return null; end $$`)
  await db.execute(sql`create trigger slow_store before insert on pages for each statement execute function pause()`)
  const ids = await Promise.all(people.map((person, n) => start(person, sites[n])))
  for (const [n, person] of people.entries()) {
    const crawl = await waitForCrawlEnd(person, ids[n] ?? '')
    expect(crawl).toMatchObject({ status: 'finished', progress: { pagesFound: PAGES, pagesCrawled: PAGES } })
    const { transactions, ...state } = await stateOf(person)
    expect(state).toEqual({ pages: PAGES, charged: PAGES, sum: 100 - PAGES, balance: 100 - PAGES })
    expect(transactions).toBeLessThan(PAGES / 2)
  }
  await db.execute(sql`drop trigger slow_store on pages`)
})

it('stores the other pages of a group when the database rejects one of them', async () => {
  const person = await signUpWith(100)
  await app.services.db.execute(sql`alter table pages add constraint no_poison check (title <> '0/page/30') not valid`)
  const crawl = await waitForCrawlEnd(person, await start(person, sites[0]))
  await app.services.db.execute(sql`alter table pages drop constraint no_poison`)
  expect(crawl.progress.pagesCrawled).toBe(PAGES - 1)
  expect(crawl.skipped).toMatchObject([{ url: `${sites[0]?.origin}/page/30`, reason: 'unreadable' }])
  expect(await stateOf(person)).toMatchObject({
    pages: PAGES - 1,
    charged: PAGES - 1,
    sum: 101 - PAGES,
    balance: 101 - PAGES,
  })
})

it('counts no attempt while the disk is full in the middle of a group, and stores each page once afterward [page-writer-1]', async () => {
  const person = await signUpWith(100)
  const { db } = app.services
  await db.execute(sql`create sequence refused`)
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      perform nextval('refused');
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$`)
  await db.execute(sql`
    create trigger full_disk before insert on pages for each row when (new.title like '0/page/3%') execute function refuse()`)
  const id = await start(person, sites[0])
  await waitFor('two refusals', async () => {
    const [refusals] = await db.select({ last: sql<number>`last_value::int` }).from(sql`refused`)
    return (refusals?.last ?? 0) > 1
  })
  await db.execute(sql`drop trigger full_disk on pages`)
  const crawl = await waitForCrawlEnd(person, id)
  expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES }, skipped: [] })
  expect(await stateOf(person)).toMatchObject({ pages: PAGES, charged: PAGES, sum: 100 - PAGES, balance: 100 - PAGES })
  const attempts = await db
    .select({ most: max(frontier.attempts) })
    .from(frontier)
    .where(eq(frontier.crawlId, id))
  expect(attempts).toEqual([{ most: 0 }])
})

it('spends exactly the balance that two fast crawls share', async () => {
  const person = await signUpWith(PAGES)
  const ids = await Promise.all(sites.map((site) => start(person, site)))
  const crawls = await Promise.all(ids.map((id) => waitForCrawlEnd(person, id)))
  expect(crawls.map(({ status }) => status)).toContain('failed')
  expect(crawls.reduce((sum, { progress }) => sum + progress.pagesCrawled, 0)).toBe(PAGES)
  expect(await stateOf(person)).toMatchObject({ pages: PAGES, charged: PAGES, sum: 0, balance: 0 })
})

it('keeps another crawl whole when a crawl is deleted while its pages are stored', async () => {
  const [leaving, staying] = [await signUpWith(100), await signUpWith(100)]
  const [deleted, kept] = [await start(leaving, sites[0]), await start(staying, sites[1])]
  await waitFor('some pages', async () => (await stateOf(leaving)).charged)
  expect((await leaving.delete(`/api/crawls/${deleted}`)).status).toBe(204)
  expect((await waitForCrawlEnd(staying, kept)).progress.pagesCrawled).toBe(PAGES)
  expect(await stateOf(staying)).toMatchObject({ pages: PAGES, charged: PAGES, sum: 100 - PAGES, balance: 100 - PAGES })
  const { pages: left, charged = 0, sum } = await stateOf(leaving)
  expect({ left, sum }).toEqual({ left: 0, sum: 100 - charged })
})

it('requests pages ahead, yet one at a time and each once, past redirects, refreshes, originals and failures', async () => {
  const person = await signUpWith(100)
  const paths = Array.from({ length: 24 }, (_, n) => `/way/${n}`)
  let open = 0
  let most = 0
  const visits: string[] = []
  const serve = (path: string, body: string, head: { status?: number; location?: string } = {}) =>
    ways.set(path, async (_request, response) => {
      visits.push(path)
      most = Math.max(most, ++open)
      await sleep(5)
      open--
      response.writeHead(head.status ?? 200, { 'content-type': 'text/html', ...head })
      response.end(body)
    })
  serve('/', customPage('Ways', { links: paths }))
  for (const [n, path] of paths.entries()) {
    const target = `${path}/end`
    const kind = n % 6
    if (kind === 1) serve(path, '', { status: 302, location: target })
    else if (kind === 2)
      serve(path, customPage(path, { head: `<meta http-equiv="refresh" content="0;url=${target}">` }))
    else if (kind === 3) serve(path, customPage(path, { head: `<link rel="canonical" href="${target}">` }))
    else if (kind === 4) serve(path, 'gone', { status: 410 })
    else serve(path, customPage(path, { links: ['/', ...paths] }))
    if (kind >= 1 && kind <= 3) serve(target, customPage(target))
  }
  const crawl = await waitForCrawlEnd(person, await start(person, ways))
  expect(most).toBe(1)
  expect(visits.length).toBe(new Set(visits).size)
  // 8 plain pages, 8 targets of redirects and refreshes, 4 pages with another original, 4 originals, and the start
  // page.
  expect(crawl.progress.pagesCrawled).toBe(25)
  expect(await stateOf(person)).toMatchObject({ pages: 25, charged: 25, balance: 75 })
})
