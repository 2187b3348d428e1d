import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { crawls, creditLedger, pages, userCredits } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitForCrawlEnd, articlePage } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

const manyLinks = Array.from({ length: 25 }, (_, index) => `/many/${index + 1}`)
const wrappedText =
  '<p>The keeper climbs all of the steps of the tower in the evening to light the lamp by hand.</p>'.repeat(15)

beforeAll(async () => {
  site = await openWebsite({
    '/docs/': articlePage(
      'Start',
      '/docs/a',
      '/docs/b/',
      '/elsewhere',
      'https://other.example/x',
      '/docs/file.pdf',
      '/docs/login/x',
    ),
    '/docs/a': articlePage('A', '/docs/a/deep', '/docs/'),
    '/docs/b/': articlePage('B', '/docs/a'),
    '/docs/a/deep': articlePage('Deep', '/docs/a/deep/deeper'),
    '/docs/a/deep/deeper': articlePage('Deeper'),
    '/many': articlePage('Many', ...manyLinks),
    ...Object.fromEntries(manyLinks.map((link) => [link, articlePage(`Page ${link}`)])),
    '/hub': '<title>Hub</title><a href="/hub/behind"><img src="/x.png" alt=""></a>',
    '/hub/behind': articlePage('Behind'),
    '/broken': articlePage('Broken', '/broken/gone', '/broken/fine'),
    '/broken/fine': articlePage('Fine'),
    '/wrapped': `<title>Wrapped</title><footer>${wrappedText}</footer><p>Write to us for an offer.</p><a href="/broken/fine">Fine</a>`,
    '/robots.txt': 'User-agent: *\nDisallow: /private-part\n',
    '/private': articlePage('Robots', '/private-part/x'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function crawlToEnd(person: Person, request: Record<string, unknown>) {
  const started = await person.post('/api/crawls', request)
  expect(started.status).toBe(201)
  return waitForCrawlEnd(person, started.body.id)
}

async function ledger(userId: string) {
  const { db } = app.services
  const [sum] = await db
    .select({ amount: sql<number>`sum(${creditLedger.amount})::int` })
    .from(creditLedger)
    .where(eq(creditLedger.userId, userId))
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  return { sum: sum?.amount, balance: balance?.creditsCount }
}

describe('a crawl', () => {
  it('fetches the pages under its start breadth first and charges one credit page [crawl-1]', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/docs/`, maxPages: 10, maxDepth: 2 })

    expect(crawl.status).toBe('finished')
    expect(crawl.pages.map((page: { url: string }) => new URL(page.url).pathname)).toEqual([
      '/docs',
      '/docs/a',
      '/docs/b',
      '/docs/a/deep',
    ])
    expect(crawl.pages.map((page: { title: string }) => page.title)).toEqual(['Start', 'A', 'B', 'Deep'])
    expect((await person.get('/api/credits')).body).toEqual({ credits_count: 26, tier: 'free' })
    expect(await ledger(person.userId)).toEqual({ sum: 26, balance: 26 })
  })

  it('gives a reason for every address that it skipped [crawl-6]', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/docs/`, maxPages: 10, maxDepth: 2 })
    const reasons = Object.fromEntries(
      crawl.skipped.map((page: { url: string; reason: string }) => [page.url.replace(site.origin, ''), page.reason]),
    )
    expect(reasons).toEqual({
      '/elsewhere': 'outside-path',
      'https://other.example/x': 'other-host',
      '/docs/file.pdf': 'excluded-type',
      '/docs/login/x': 'excluded-path',
      '/docs/a/deep/deeper': 'beyond-depth',
    })
  })

  it('ends with an empty current address, depth 0 and a summary of every page [crawl-2]', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/docs/`, maxPages: 3, maxDepth: 3 })
    expect(crawl.progress).toEqual({ pagesFound: 4, pagesCrawled: 3, currentUrl: '', currentDepth: 0, maxDepth: 3 })
    expect(crawl.pages.map((page: { analysis: string }) => page.analysis)).toEqual(['done', 'done', 'done'])
    for (const page of crawl.pages) expect(page.summary).not.toBe('')
  })

  it('clamps page limit and depth to the plan and returns the clamped values [crawl-3]', async () => {
    const person = await app.signUp()
    const started = await person.post('/api/crawls', { url: `${site.origin}/many`, maxPages: 500, maxDepth: 50 })
    expect(started.body).toMatchObject({ maxPages: 10, maxDepth: 3 })
    const crawl = await waitForCrawlEnd(person, started.body.id)
    expect(crawl.pages).toHaveLength(10)
    expect(crawl.skipped.filter((page: { reason: string }) => page.reason === 'beyond-limit')).toHaveLength(16)
  })

  it.each([
    [{ url: '' }, 400, 'No URL provided for crawling'],
    [{}, 400, 'No URL provided for crawling'],
    [{ url: 'http://' }, 400, 'Invalid URL provided'],
    [{ url: 'ftp://example.org' }, 400, 'Invalid URL provided'],
    [{ url: 'not-an-address' }, 400, 'Invalid URL provided'],
    [{ url: null }, 400, 'No URL provided for crawling'],
    [{ url: 'http://10.0.0.1/' }, 400, 'ALLOW_PRIVATE_HOSTS'],
    [{ url: 'http://127.0.0.1:1/' }, 400, 'ALLOW_PRIVATE_HOSTS'],
    [{ url: 'http://metadata.google.internal/' }, 400, 'ALLOW_PRIVATE_HOSTS'],
    [{ url: 'http://wiki/' }, 400, 'ALLOW_PRIVATE_HOSTS'],
    [{ url: 'http://1.1.1.1:25/' }, 400, 'Port 25 belongs to another service, so no website can be crawled there.'],
    [{ url: 'http://1.1.1.1:0/' }, 400, 'Port 0 belongs to another service, so no website can be crawled there.'],
    [{ url: '.' }, 400, 'Invalid URL provided'],
    [{ url: 'http://./' }, 400, 'Invalid URL provided'],
    [{ url: 'a..b' }, 400, 'Invalid URL provided'],
    [{ url: 'http://[::ffff:127.0.0.1]/' }, 400, 'ALLOW_PRIVATE_HOSTS'],
  ])('refuses %j with %i [crawl-9]', async (request, status, words) => {
    const person = await app.signUp()
    const answer = await person.post('/api/crawls', request)
    expect(answer.status).toBe(status)
    expect(answer.body.error.message).toContain(words)
  })

  it('refuses a crawl with fewer credits than pages [crawl-10]', async () => {
    const person = await app.signUp()
    await setBalance(person.userId, 4)
    const answer = await person.post('/api/crawls', { url: site.origin, maxPages: 5 })
    expect(answer.status).toBe(402)
    expect(answer.body.error.message).toBe(
      'Insufficient credits. You need at least 5 credits to crawl up to 5 pages. Please upgrade your plan to continue.',
    )
  })

  it('keeps its pages when credits run out, and the balance never gets negative [crawl-11]', async () => {
    const person = await app.signUp()
    await setBalance(person.userId, 12)
    const request = { url: `${site.origin}/many`, maxPages: 10 }
    const both = await Promise.all([1, 2].map((maxDepth) => crawlToEnd(person, { ...request, maxDepth })))
    const stored = both.reduce((sum, crawl) => sum + crawl.pages.length, 0)
    expect(stored).toBe(12)
    expect((await ledger(person.userId)).balance).toBe(0)
    const broke = both.find((crawl) => crawl.status === 'failed')
    expect(broke.error.message).toBe('Insufficient credits to continue crawling. Please upgrade your plan to continue.')
  })

  it('continues after a page that cannot be read and reports the status [crawl-5]', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/broken`, maxPages: 5 })
    expect(crawl.pages).toHaveLength(2)
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/broken/gone`, reason: 'http-status', detail: expect.stringContaining('404') },
    ])
  })

  it('follows the links of a page without text', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/hub`, maxPages: 5 })
    expect(crawl.pages.map((page: { title: string }) => page.title)).toEqual(['Behind'])
    expect(crawl.skipped).toEqual([{ url: `${site.origin}/hub`, reason: 'empty', detail: '' }])
  })

  it('marks a page whose text is probably incomplete, and no other', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/wrapped`, maxPages: 2 })
    const [wrapped] = crawl.pages
    expect(wrapped).toMatchObject({ title: 'Wrapped', uncertain: true })
    const other = await crawlToEnd(person, { url: `${site.origin}/broken/fine`, maxPages: 1 })
    expect(other.pages[0]).not.toHaveProperty('uncertain')
  })

  it('retries a page three times when the site is busy, then reports the status [crawl-13]', async () => {
    site.set('/busy', { status: 503, body: 'later' })
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/busy`, maxPages: 1 })
    expect(site.requests.filter(({ path }) => path === '/busy')).toHaveLength(4)
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/busy`, reason: 'http-status', detail: expect.stringContaining('503') },
    ])
  })

  it('continues after a page that the database rejects', async () => {
    site.set('/poisoned', articlePage('Fine start', '/poisoned/a', '/poisoned/b'))
    site.set('/poisoned/a', articlePage('Poison'))
    site.set('/poisoned/b', articlePage('Antidote'))
    await app.services.db.execute(sql`alter table pages add constraint no_poison check (title <> 'Poison')`)
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/poisoned`, maxPages: 5 })
    await app.services.db.execute(sql`alter table pages drop constraint no_poison`)
    expect(crawl.pages.map((page: { title: string }) => page.title)).toEqual(['Fine start', 'Antidote'])
    expect(crawl.skipped).toMatchObject([{ url: `${site.origin}/poisoned/a`, reason: 'unreadable' }])
    expect(await ledger(person.userId)).toEqual({ sum: 28, balance: 28 })
  })

  it('obeys robots.txt [crawl-12]', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/private-part`, maxPages: 5 })
    expect(crawl.status).toBe('failed')
    expect(crawl.error.message).toBe(
      'Failed to crawl any pages. Please check if the website is accessible and try again.',
    )
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/private-part`, reason: 'robots', detail: expect.any(String) },
    ])
  })
})

describe('a start page that redirects on its host', () => {
  it('moves the start and the path of the crawl, and the crawl says where', async () => {
    site.set('/guide', { status: 302, headers: { location: '/manual/intro' } })
    site.set('/manual/intro', articlePage('Intro', '/manual/next', '/manual/intro/more', '/elsewhere'))
    site.set('/manual/next', articlePage('Next'))
    site.set('/manual/intro/more', articlePage('More'))
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/guide`, maxPages: 5 })
    expect(crawl).toMatchObject({
      status: 'finished',
      url: `${site.origin}/guide`,
      movedTo: `${site.origin}/manual/intro`,
    })
    expect(crawl.pages.map((page: { title: string }) => page.title)).toEqual(['Intro', 'Next', 'More'])
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/guide`, reason: 'duplicate' },
      { url: `${site.origin}/elsewhere`, reason: 'outside-path' },
    ])
  })

  it('keeps the path when the target is below it', async () => {
    site.set('/shelf', { status: 301, headers: { location: '/shelf/first' } })
    site.set('/shelf/first', articlePage('First', '/shelf/second'))
    site.set('/shelf/second', articlePage('Second'))
    const crawl = await crawlToEnd(await app.signUp(), { url: `${site.origin}/shelf`, maxPages: 5 })
    expect(crawl.movedTo).toBeNull()
    expect(crawl.pages.map((page: { title: string }) => page.title)).toEqual(['First', 'Second'])
  })

  it('is not followed to an address that is never crawled', async () => {
    site.set('/members', { status: 302, headers: { location: '/login' } })
    const crawl = await crawlToEnd(await app.signUp(), { url: `${site.origin}/members`, maxPages: 5 })
    expect(crawl).toMatchObject({ status: 'failed', skipped: [{ reason: 'redirect' }] })
  })
})

describe('a crawl that waits', () => {
  let polite: TestApp
  beforeAll(async () => {
    polite = await openTestApp({ allowPrivateHosts: [site.host], crawlDelayMs: readConfig({}).crawlDelayMs })
  })
  afterAll(() => polite.close())

  it('waits 3000 to 4999 ms between two pages by default [crawl-7]', async () => {
    const person = await polite.signUp()
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/many`, maxPages: 5 })
    const { db } = polite.services
    const [crawl] = await waitFor('the first page', async () => {
      const rows = await db
        .select()
        .from(crawls)
        .where(and(eq(crawls.id, body.id), eq(crawls.pagesCrawled, 1)))
      return rows.length > 0 && rows
    })
    const [first] = await db.select().from(pages).where(eq(pages.crawlId, body.id))
    const waitMs = (crawl?.nextStepAt?.getTime() ?? 0) - (first?.fetchedAt.getTime() ?? 0)
    // Both times are of the same transaction; rounding costs a millisecond.
    expect(waitMs).toBeGreaterThanOrEqual(2999)
    expect(waitMs).toBeLessThanOrEqual(5000)
    expect(crawl?.waiting).toMatchObject({ code: 'delay', isSiteRule: false, seconds: Math.ceil(waitMs / 1000) })
    await person.post(`/api/crawls/${body.id}/stop`)
  })

  it('names the page it will retry, when, and why', async () => {
    const person = await app.signUp()
    site.set('/unwell', { status: 503, headers: { 'retry-after': '20' } })
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/unwell`, maxPages: 5 })
    const { waiting } = await waitFor('the retry', async () => {
      const { body: crawl } = await person.get(`/api/crawls/${body.id}`)
      return crawl.waiting?.code === 'retry' && crawl
    })
    expect(waiting).toMatchObject({ url: `${site.origin}/unwell`, seconds: 20, until: expect.stringMatching(/Z$/) })
    expect(waiting.reason).toEqual({ detail: '503 Service Unavailable' })
    await person.post(`/api/crawls/${body.id}/stop`)
    expect((await waitForCrawlEnd(person, body.id)).waiting).toBeNull()
  })
})

describe('stopping a crawl', () => {
  it('keeps the pages stored so far when a crawl is stopped [crawl-4]', async () => {
    const slow = await openTestApp({ allowPrivateHosts: [site.host], crawlDelayMs: { from: 60_000, to: 60_000 } })
    try {
      const person = await slow.signUp()
      const { body } = await person.post('/api/crawls', { url: `${site.origin}/many`, maxPages: 5 })
      await waitFor('the first page', async () => (await person.get(`/api/crawls/${body.id}`)).body.pages.length === 1)
      await person.post(`/api/crawls/${body.id}/stop`)
      const crawl = await waitForCrawlEnd(person, body.id)
      expect(crawl).toMatchObject({ status: 'stopped', error: { message: 'Crawling was stopped by user' } })
      expect(crawl.pages).toHaveLength(1)
      expect(crawl.progress).toMatchObject({ currentUrl: '', currentDepth: 0 })
      expect(new Set(crawl.skipped.map((page: { reason: string }) => page.reason))).toEqual(new Set(['stopped']))
    } finally {
      await slow.close()
    }
  })
})

describe('a restart of the server', () => {
  it('resumes a crawl after a restart, with every page stored and charged once', async () => {
    const person = await app.signUp()
    const asked = new Promise<void>((resolve) => site.set('/many/5', () => resolve()))
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/many`, maxPages: 10 })
    await asked
    await app.restart()
    site.set('/many/5', articlePage('Page /many/5'))
    const crawl = await waitForCrawlEnd(person, body.id)
    expect(crawl.status).toBe('finished')
    expect(crawl.pages).toHaveLength(10)
    expect(crawl.pages.map((page: { title: string }) => page.title)).toContain('Page /many/5')
    expect(new Set(crawl.pages.map((page: { url: string }) => page.url)).size).toBe(10)
    expect(await ledger(person.userId)).toEqual({ sum: 20, balance: 20 })
  })
})

describe('a crawl and its pages', () => {
  it('deletes a crawl with its pages unless a chat uses them', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/docs/`, maxPages: 2 })
    const kept = crawl.pages[0].id
    await person.post('/api/chats', { title: 'Kept', crawled_pages: [kept], selected_pages: [kept], chat_history: [] })
    expect((await person.delete(`/api/crawls/${crawl.id}`)).status).toBe(204)
    const left = await app.services.db
      .select({ id: pages.id })
      .from(pages)
      .where(and(eq(pages.userId, person.userId)))
    expect(left.map((page) => page.id)).toEqual([kept])
  })

  it('stores which pages are selected [crawl-8]', async () => {
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, { url: `${site.origin}/docs/`, maxPages: 3 })
    const [first, , third] = crawl.pages
    await person.put(`/api/crawls/${crawl.id}/selection`, { pageIds: [first.id, third.id] })
    const again = await person.get(`/api/crawls/${crawl.id}?content=false`)
    expect(again.body.pages.map((page: { selected: boolean }) => page.selected)).toEqual([true, false, true])
    expect(again.body.pages.map((page: { content: string }) => page.content)).toEqual(['', '', ''])
  })
})

it('crawls the manual free of charge, even with no credit left [crawl-manual-1]', async () => {
  const person = await app.signUp()
  await setBalance(person.userId, 0)
  const request = { url: `${app.origin}/help`, maxPages: 3 }
  const crawl = await crawlToEnd(person, request)
  expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: 3 } })
  expect((await person.get('/api/credits')).body.credits_count).toBe(0)
  expect(await ledger(person.userId)).toMatchObject({ balance: 0 })
  const more = await person.post(`/api/crawls/${crawl.id}/continue`, { maxPages: 1 })
  expect(more.status).toBe(200)
  expect(await waitForCrawlEnd(person, crawl.id)).toMatchObject({ progress: { pagesCrawled: 4 } })
})

async function setBalance(userId: string, credits: number) {
  const { db } = app.services
  const { balance = 0 } = await ledger(userId)
  await db.update(userCredits).set({ creditsCount: credits }).where(eq(userCredits.userId, userId))
  await db.insert(creditLedger).values({ userId, amount: credits - balance, reason: 'operator' })
}
