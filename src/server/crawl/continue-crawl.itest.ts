import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tier } from '#shared/tier.ts'
import { creditLedger, userSettings } from '#server/platform/db/schema/index.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitForCrawlEnd, articlePage } from '#test/crawls.ts'
import { openWebsite, type Website } from '#test/website.ts'

type Skipped = { url: string; reason: string; detail: string }

let app: TestApp
let site: Website

const manual = Array.from({ length: 24 }, (_, index) => `/manual/${index + 1}`)

beforeAll(async () => {
  site = await openWebsite({
    '/manual': articlePage('Manual', ...manual),
    // Each page has a further link, so that links are found until the last page of the limit.
    ...Object.fromEntries(
      manual.map((link, index) => [link, articlePage(`Page ${link}`, `/manual/extra/${index + 1}`)]),
    ),
    ...Object.fromEntries(
      manual.map((_, index) => [`/manual/extra/${index + 1}`, articlePage(`Extra ${index + 1}`, '/manual/deep')]),
    ),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function personOn(tier: Tier, credits: number): Promise<Person> {
  const person = await app.signUp()
  const { db } = app.services
  await db.update(userSettings).set({ tier }).where(eq(userSettings.userId, person.userId))
  await setBalance(db, { userId: person.userId, credits })
  return person
}

async function crawlToEnd(person: Person, request: Record<string, unknown>) {
  const started = await person.post('/api/crawls', request)
  expect(started).toMatchObject({ status: 201 })
  return waitForCrawlEnd(person, started.body.id)
}

const pathsOf = (crawl: { pages: { url: string }[] }) => crawl.pages.map(({ url }) => new URL(url).pathname)
const chargesOf = async (person: Person) =>
  (await app.services.db.select().from(creditLedger).where(eq(creditLedger.userId, person.userId))).filter(
    ({ reason }) => reason === 'page',
  ).length

describe('continuing a crawl', () => {
  it('fetches each page once over several continuations, until nothing is left', async () => {
    const person = await personOn('pro', 100)
    let crawl = await crawlToEnd(person, { url: `${site.origin}/manual`, maxPages: 10, maxDepth: 2 })
    expect(crawl).toMatchObject({ status: 'finished', maxPages: 10, skippedByReason: { 'beyond-limit': 24 } })

    const rounds = []
    for (;;) {
      const going = await person.post(`/api/crawls/${crawl.id}/continue`, { maxPages: 10 })
      if (going.status !== 200) {
        expect(going).toMatchObject({ status: 409, body: { error: { code: 'crawl.nothing-left' } } })
        break
      }
      expect(going.body).toMatchObject({ status: 'queued', error: null, finishedAt: null })
      crawl = await waitForCrawlEnd(person, crawl.id)
      rounds.push([going.body.maxPages, crawl.pages.length])
    }
    expect(rounds).toEqual([
      [20, 20],
      [30, 30],
      [40, 40],
      [50, 49],
    ])
    // The start, its 24 pages and their 24; the deeper page stays skipped.
    expect(new Set(pathsOf(crawl)).size).toBe(49)
    expect(crawl.skipped).toEqual([{ url: `${site.origin}/manual/deep`, reason: 'beyond-depth', detail: '' }])
    expect(await chargesOf(person)).toBe(49)
  })

  it('ends at the number of pages that the plan allows in one crawl, also for chosen and failed addresses', async () => {
    const person = await personOn('free', 100)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/manual`, maxPages: 8 })
    const going = await person.post(`/api/crawls/${crawl.id}/continue`, { maxPages: 10 })
    expect(going).toMatchObject({ status: 200, body: { maxPages: 10 } })
    const full = await waitForCrawlEnd(person, crawl.id)
    expect(full.pages).toHaveLength(10)

    await app.services.db.execute(sql`
      update frontier set reason = 'timeout'
       where crawl_id = ${crawl.id}::uuid and url = ${full.skipped[0].url}`)
    for (const [what, body] of [
      ['continue', {}],
      ['continue', { urls: [full.skipped[1].url] }],
      ['retry', {}],
    ] as const) {
      expect(await person.post(`/api/crawls/${crawl.id}/${what}`, body)).toMatchObject({
        status: 409,
        body: { error: { code: 'crawl.plan-limit', values: { n: 10 } } },
      })
    }
    expect(await chargesOf(person)).toBe(10)
  })

  it('continues after a stop and after credits ran out', async () => {
    const person = await personOn('free', 100)
    const gate = site.hold('/manual/3')
    const started = await person.post('/api/crawls', { url: `${site.origin}/manual`, maxPages: 10, maxDepth: 1 })
    await gate.asked
    await person.post(`/api/crawls/${started.body.id}/stop`)
    gate.release()
    const stopped = await waitForCrawlEnd(person, started.body.id)
    expect(stopped.status).toBe('stopped')

    await setBalance(app.services.db, { userId: person.userId, credits: 10 })
    await person.post(`/api/crawls/${stopped.id}/continue`, { maxPages: 10 })
    await setBalance(app.services.db, { userId: person.userId, credits: 0 })
    const broke = await waitForCrawlEnd(person, stopped.id)
    expect(broke).toMatchObject({ status: 'failed', error: { code: 'credits.ran-out' } })

    await setBalance(app.services.db, { userId: person.userId, credits: 5 })
    const before = broke.pages.length
    await person.post(`/api/crawls/${stopped.id}/continue`, { maxPages: 5 })
    const crawl = await waitForCrawlEnd(person, stopped.id)
    expect(crawl).toMatchObject({ status: 'finished', error: null })
    expect(crawl.pages).toHaveLength(before + 5)
    expect(new Set(pathsOf(crawl)).size).toBe(before + 5)
  })

  it('continues a stopped crawl up to its own page limit, and beyond it once the limit is reached [continue-1]', async () => {
    const person = await personOn('pro', 200)
    const gate = site.hold('/manual/2')
    const started = await person.post('/api/crawls', { url: `${site.origin}/manual`, maxPages: 5, maxDepth: 1 })
    await gate.asked
    await person.post(`/api/crawls/${started.body.id}/stop`)
    gate.release()
    const stopped = await waitForCrawlEnd(person, started.body.id)
    expect(stopped.status).toBe('stopped')
    expect(stopped.pages.length).toBeLessThan(5)

    const going = await person.post(`/api/crawls/${stopped.id}/continue`)
    expect(going).toMatchObject({ status: 200, body: { maxPages: 5 } })
    expect((await waitForCrawlEnd(person, stopped.id)).pages).toHaveLength(5)
    expect((await person.post(`/api/crawls/${stopped.id}/continue`)).body.maxPages).toBe(100)
    await waitForCrawlEnd(person, stopped.id)
  })

  it('reads a sitemap that the page limit left unread', async () => {
    site.set('/lonely', articlePage('Lonely'))
    site.set('/lonely/hidden', articlePage('Hidden'))
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.origin}/lonely/hidden</loc></url></urlset>`,
    })
    const person = await personOn('pro', 200)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/lonely`, maxPages: 1, settings: { sitemap: true } })
    expect(pathsOf(crawl)).toEqual(['/lonely'])
    expect(await person.post(`/api/crawls/${crawl.id}/continue`)).toMatchObject({ status: 200 })
    expect(pathsOf(await waitForCrawlEnd(person, crawl.id))).toEqual(['/lonely', '/lonely/hidden'])
  })

  it('accepts fewer pages than the allowance and needs one credit per page', async () => {
    const person = await personOn('pro', 30)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/manual`, maxPages: 1 })
    const refused = await person.post(`/api/crawls/${crawl.id}/continue`)
    expect(refused.status).toBe(402)
    expect(refused.body.error.message).toBe(
      'Insufficient credits. You need at least 99 credits to crawl up to 99 pages. Please upgrade your plan to continue.',
    )
    expect((await person.post(`/api/crawls/${crawl.id}/continue`, { maxPages: 2 })).body.maxPages).toBe(3)
    expect((await waitForCrawlEnd(person, crawl.id)).pages).toHaveLength(3)
  })

  it('refuses to continue or retry a running crawl', async () => {
    const person = await personOn('free', 100)
    const gate = site.hold('/manual/1')
    const started = await person.post('/api/crawls', { url: `${site.origin}/manual`, maxPages: 2 })
    await gate.asked
    for (const what of ['continue', 'retry']) {
      const answer = await person.post(`/api/crawls/${started.body.id}/${what}`)
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'crawl.still-running' } } })
    }
    gate.release()
    await waitForCrawlEnd(person, started.body.id)
  })

  it('continues once when two requests arrive at the same time', async () => {
    const person = await personOn('free', 100)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/manual`, maxPages: 1 })
    const gate = site.hold('/manual/1')
    const answers = await Promise.all(
      [1, 2].map(() => person.post(`/api/crawls/${crawl.id}/continue`, { maxPages: 1 })),
    )
    gate.release()
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await waitForCrawlEnd(person, crawl.id)).pages).toHaveLength(2)
  })
})

describe('"Retry failed"', () => {
  it('fetches failed addresses again and leaves addresses that a rule excludes', async () => {
    site.set('/shaky', articlePage('Shaky', '/shaky/a', '/shaky/b', '/shaky/c', '/shaky/d.pdf'))
    site.set('/shaky/a', { status: 408, body: 'later' })
    site.set('/shaky/b', articlePage('B'))
    const person = await personOn('free', 100)
    const first = await crawlToEnd(person, { url: `${site.origin}/shaky`, maxPages: 2 })
    expect(first.skippedByReason).toEqual({ 'excluded-type': 1, 'http-status': 1, 'beyond-limit': 1 })

    site.set('/shaky/a', articlePage('A', '/shaky/e'))
    site.set('/shaky/c', articlePage('C'))
    const again = await person.post(`/api/crawls/${first.id}/retry`)
    // The page limit was reached, so it is raised by the one page.
    expect(again).toMatchObject({ status: 200, body: { status: 'queued', maxPages: 3 } })
    const crawl = await waitForCrawlEnd(person, first.id)
    expect(pathsOf(crawl).toSorted()).toEqual(['/shaky', '/shaky/a', '/shaky/b'])
    expect(crawl.skippedByReason).toEqual({ 'excluded-type': 1, 'beyond-limit': 2 })
    expect(await chargesOf(person)).toBe(3)
    expect((await person.post(`/api/crawls/${first.id}/retry`)).body.error.code).toBe('crawl.nothing-left')
  })

  it('leaves out what does not pass: missing pages and redirect loops', async () => {
    site.set('/gone', articlePage('Gone', '/gone/a', '/gone/b', '/gone/c', '/gone/d'))
    site.set('/gone/a', { status: 404, body: 'gone' })
    site.set('/gone/b', { status: 403, body: 'no' })
    site.set('/gone/c', { status: 302, headers: { location: '/gone/c' } })
    site.set('/gone/d', articlePage('D'))
    const person = await personOn('free', 100)
    const first = await crawlToEnd(person, { url: `${site.origin}/gone`, maxPages: 9 })
    expect(first.skippedByReason).toEqual({ 'http-status': 2, 'redirect-loop': 1 })
    expect(first.retryable).toBe(0)
    expect((await person.post(`/api/crawls/${first.id}/retry`)).body.error.code).toBe('crawl.nothing-left')

    site.set('/gone/missing', { status: 404, body: 'gone' })
    const only = await crawlToEnd(person, { url: `${site.origin}/gone/missing`, maxPages: 2 })
    expect(only.retryable, 'with the address in the detail').toBe(0)
    site.set('/gone/busy', { status: 503, body: 'later' })
    expect((await crawlToEnd(person, { url: `${site.origin}/gone/busy`, maxPages: 2 })).retryable).toBe(1)
  })

  it('gives a failed page all attempts again', async () => {
    site.set('/stubborn', articlePage('Stubborn', '/stubborn/a'))
    site.set('/stubborn/a', { status: 503, body: 'later' })
    const person = await personOn('free', 100)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/stubborn`, maxPages: 2 })
    const asked = () => site.requests.filter(({ path }) => path === '/stubborn/a').length
    expect(asked()).toBe(4)
    await person.post(`/api/crawls/${crawl.id}/retry`)
    await waitForCrawlEnd(person, crawl.id)
    expect(asked()).toBe(8)
  })

  it('reopens a crawl whose start page could not be read', async () => {
    site.set('/asleep', { status: 503, body: 'not yet' })
    const person = await personOn('free', 100)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/asleep`, maxPages: 2 })
    expect(crawl.status).toBe('failed')
    site.set('/asleep', articlePage('Awake'))
    await person.post(`/api/crawls/${crawl.id}/retry`)
    expect(await waitForCrawlEnd(person, crawl.id)).toMatchObject({
      status: 'finished',
      error: null,
      pages: [{ title: 'Awake' }],
    })
  })
})

describe('the skipped list', () => {
  it('pages through the whole skipped list, or through one reason', async () => {
    const links = Array.from({ length: 60 }, (_, index) => (index % 2 ? `/far/${index}.pdf` : `/elsewhere/${index}`))
    site.set('/far', articlePage('Far', ...links))
    const person = await personOn('free', 100)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/far`, maxPages: 1 })

    const readAll = async (query: string) => {
      const all: Skipped[] = []
      for (let after: number | null = 0; after !== null;) {
        const { body } = await person.get(`/api/crawls/${crawl.id}/skipped?limit=7&after=${after}${query}`)
        expect(body.skipped.length).toBeLessThanOrEqual(7)
        all.push(...body.skipped)
        after = body.next
      }
      return all
    }
    expect(await readAll('')).toEqual(crawl.skipped)
    expect(crawl.skipped).toHaveLength(60)
    const files = await readAll('&reason=excluded-type')
    expect(files).toHaveLength(30)
    expect(new Set(files.map(({ reason }) => reason))).toEqual(new Set(['excluded-type']))
    expect((await person.get(`/api/crawls/${crawl.id}/skipped?reason=nonsense`)).status).toBe(400)
  })

  it('pages through 12,000 skipped addresses, while the crawl itself returns the first 5,000', async () => {
    const person = await personOn('free', 100)
    const crawl = await crawlToEnd(person, { url: `${site.origin}/manual`, maxPages: 1, maxDepth: 1 })
    await app.services.db.execute(sql`
      insert into frontier (crawl_id, url, fetch_url, depth, state, reason)
      select ${crawl.id}::uuid, 'https://other.example/' || n, '', 1, 'skipped', case when n % 1000 = 0 then 'robots' else 'other-host' end
        from generate_series(1, 12000) n`)
    const shown = (await person.get(`/api/crawls/${crawl.id}?content=false`)).body
    expect(shown).toMatchObject({
      skippedTotal: 12_024,
      skippedByReason: { 'beyond-limit': 24, 'other-host': 11_988, robots: 12 },
    })
    expect(shown.skipped).toHaveLength(5000)

    const seen = new Set<string>()
    for (let after: number | null = 0; after !== null;) {
      const { body } = await person.get(`/api/crawls/${crawl.id}/skipped?limit=5000&after=${after}`)
      for (const { url } of body.skipped) seen.add(url)
      after = body.next
    }
    expect(seen.size).toBe(12_024)
    const robots = await person.get(`/api/crawls/${crawl.id}/skipped?limit=5000&reason=robots`)
    expect(robots.body.skipped).toHaveLength(12)
    expect(robots.body.next).toBeNull()
  }, 90_000)
})
