/** Which credit message appears when: docs/decisions/016-how-crawls-end.md. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setBalance } from '#server/credits/set-balance.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitForCrawlEnd, articlePage } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person

beforeAll(async () => {
  site = await openWebsite({
    '/': articlePage('Home', '/a', '/b', '/c'),
    '/a': articlePage('A'),
    '/b': articlePage('B'),
    '/c': articlePage('C'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

beforeEach(async () => {
  person = await app.signUp()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const start = (maxPages: number) => person.post('/api/crawls', { url: site.origin, maxPages })
describe('while the balance cannot be read', () => {
  beforeEach(
    async () => void (await app.services.db.execute(sql`alter table user_credits rename column credits_count to away`)),
  )
  afterEach(
    async () => void (await app.services.db.execute(sql`alter table user_credits rename column away to credits_count`)),
  )

  it('refuses a crawl with "Failed to check credit balance" [credit-messages-1]', async () => {
    expect(await start(1)).toMatchObject({
      status: 500,
      body: { error: { code: 'credits.check-failed', message: 'Failed to check credit balance' } },
    })
    expect((await person.get('/api/crawls')).body.crawls).toEqual([])
  })

  it('answers "Failed to load credits" to the credits request', async () => {
    expect(await person.get('/api/credits')).toMatchObject({
      status: 500,
      body: { error: { message: 'Failed to load credits' } },
    })
  })
})

describe('before a crawl', () => {
  it('names the credits needed when there are fewer than pages', async () => {
    await setBalance(app.services.db, { userId: person.userId, credits: 2 })
    expect(await start(3)).toMatchObject({
      status: 402,
      body: {
        error: {
          message:
            'Insufficient credits. You need at least 3 credits to crawl up to 3 pages. Please upgrade your plan to continue.',
        },
      },
    })
  })
})

describe('before a page', () => {
  it('ends the crawl without credits, keeps its pages and skips the rest with a reason', async () => {
    const gate = site.hold('/a')
    const { body } = await start(4)
    await gate.asked
    await setBalance(app.services.db, { userId: person.userId, credits: 0 })
    gate.release()
    const crawl = await waitForCrawlEnd(person, body.id)
    expect(crawl).toMatchObject({
      status: 'failed',
      error: { message: 'Insufficient credits to continue crawling. Please upgrade your plan to continue.' },
      pages: [{ title: 'Home' }],
      skippedByReason: { 'no-credits': 3 },
    })
  })
})

describe('when a deduction fails', () => {
  const breakDeduction = () =>
    app.services.db.execute(sql`alter table credit_ledger add constraint no_charges check (reason <> 'page') not valid`)
  const repairDeduction = () => app.services.db.execute(sql`alter table credit_ledger drop constraint no_charges`)

  it('retries the page and stores it once when the deduction works again', async () => {
    await breakDeduction()
    const { body } = await start(1)
    await waitFor('a second try', () => site.requests.filter(({ path }) => path === '/').length > 1)
    await repairDeduction()
    const crawl = await waitForCrawlEnd(person, body.id)
    expect(crawl).toMatchObject({ status: 'finished', error: null, progress: { pagesCrawled: 1 } })
    expect((await person.get('/api/credits')).body.credits_count).toBe(29)
  })

  it('ends with "Failed to deduct credits. Please try again.", and the page with "Failed to deduct credits", after all attempts [credit-messages-2]', async () => {
    await breakDeduction()
    const { body } = await start(1)
    const crawl = await waitForCrawlEnd(person, body.id)
    await repairDeduction()
    expect(crawl).toMatchObject({
      status: 'failed',
      error: { message: 'Failed to deduct credits. Please try again.' },
      pages: [],
      skipped: [{ reason: 'unreadable', detail: 'Failed to deduct credits' }],
    })
    expect((await person.get('/api/credits')).body.credits_count).toBe(30)

    await person.post(`/api/crawls/${body.id}/retry`)
    expect(await waitForCrawlEnd(person, body.id)).toMatchObject({
      status: 'finished',
      error: null,
      pages: [{ title: 'Home' }],
    })
  })
})
