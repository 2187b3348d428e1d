import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { releaseHostLock, acquireHostLock } from '#server/crawl/schedule/host-lock.ts'
import { creditLedger, userSettings } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import {
  article,
  readChanges,
  readChat,
  waitForCheck,
  checkNow,
  HOME,
  home,
  LAMPS,
  saveChatOverBothPages,
  resetPages,
} from '#test/recheck-fixture.ts'
import { waitForCrawlEnd } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person

beforeAll(async () => {
  site = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

beforeEach(async () => {
  resetPages(site)
  person = await app.signUp()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const credits = async () => (await person.get('/api/credits')).body.credits_count
const requestsOf = (path: string) => site.requests.filter((request) => request.path === path)

describe('a check of unchanged pages', () => {
  it.each([
    ['an ETag', 'etag', '"v1"', 'if-none-match', '"v1"'],
    ['a time', 'last-modified', 'Sat, 21 Mar 2026 10:00:00 GMT', 'if-modified-since', 'Sat, 21 Mar 2026 10:00:00 GMT'],
  ])('sends %s, gets 304 Not Modified, and costs nothing', async (_, header, value, asked, wanted) => {
    site.set('/lamps', (request, response) => {
      const known = request.headers[asked] === wanted
      response.writeHead(known ? 304 : 200, { 'content-type': 'text/html', [header]: value })
      response.end(known ? undefined : article('Lamps', ...LAMPS))
    })
    const { path, pages } = await saveChatOverBothPages(person, site)
    const before = await credits()
    expect(await checkNow(person, path)).toMatchObject({
      status: 'finished',
      pagesTotal: 2,
      pagesChecked: 2,
      pagesChanged: 0,
      pagesGone: 0,
      pages: [],
    })
    expect(requestsOf('/lamps').at(-1)?.headers[asked]).toBe(wanted)
    expect(await credits()).toBe(before)
    expect((await readChat(person, path)).crawled_pages.map((page: { id: string }) => page.id)).toEqual(
      pages.map((page: { id: string }) => page.id),
    )
  })

  it('compares the text when the site has no validators, and ignores reordered sentences', async () => {
    const { path } = await saveChatOverBothPages(person, site)
    const before = await credits()
    site.set('/lamps', article('Lamps', ...LAMPS.toReversed()).replace('<main>', '<main data-rendered="now">'))
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesChanged: 0 })
    expect(await credits()).toBe(before)
  })
})

describe('a changed page', () => {
  it('gets a new version for one credit, with the added and removed sentences', async () => {
    const { path, id, pages } = await saveChatOverBothPages(person, site)
    const before = await credits()
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    const found = await checkNow(person, path)
    expect(found).toMatchObject({ status: 'finished', pagesChecked: 2, pagesChanged: 1, error: null })
    expect(found.pages).toMatchObject([
      {
        state: 'changed',
        url: pages[0].url,
        difference: {
          added: ['Its walls are five metres thick now.'],
          removed: [HOME[1]],
          addedCount: 1,
          removedCount: 1,
        },
      },
    ])
    expect(await credits()).toBe(before - 1)
    const charges = await app.services.db
      .select()
      .from(creditLedger)
      .where(and(eq(creditLedger.userId, person.userId), eq(creditLedger.reason, 'change')))
    expect(charges).toMatchObject([{ amount: -1, crawlId: found.id, url: pages[0].url }])

    const chat = await readChat(person, path)
    const [now] = chat.crawled_pages
    expect(now).toMatchObject({ url: pages[0].url, selected: true, processed: true, analysis: 'done' })
    expect(now.id).not.toBe(pages[0].id)
    expect((await person.get(`/api/pages/${now.id}`)).body.content).toContain('five metres thick now')
    const { events } = await person.stream(`/api/chats/${id}/messages`, { question: 'How thick are the walls?' })
    expect(JSON.stringify(events)).toContain('five metres thick')
  })

  it('keeps the cited version and marks citations whose sentence is gone', async () => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    await checkNow(person, path)
    const [first, second] = (await readChat(person, path)).chat_history[0].citations
    expect(first).toMatchObject({
      pageId: pages[0].id,
      sentence: HOME[1],
      state: 'quoted',
      gone: 'sentence',
      goneSince: expect.stringMatching(/^\d{4}-/),
    })
    expect(second.gone).toBeUndefined()
    expect((await person.get(`/api/pages/${pages[0].id}`)).body.content).toContain(HOME[1])
    expect((await person.get(`${path}/export`)).body).toContain('The sentence was no longer on the page on')

    // The mark stays until the sentence is back.
    await checkNow(person, path)
    expect((await readChat(person, path)).chat_history[0].citations[0].gone).toBe('sentence')
    site.set('/', home(...HOME))
    await checkNow(person, path)
    expect((await readChat(person, path)).chat_history[0].citations[0].gone).toBeUndefined()
  })

  it('is used in its old version until all pages are checked', async () => {
    const { path, id, pages } = await saveChatOverBothPages(person, site)
    site.set('/', home('The thickness of the walls is unknown.'))
    site.set('/lamps', article('Lamps', 'Lamps are not allowed in the tower.'))
    const held = site.hold('/lamps')
    await person.post(`${path}/changes`)
    await held.asked
    const { events } = await person.stream(`/api/chats/${id}/messages`, { question: 'How thick are the walls?' })
    expect(JSON.stringify(events)).toContain('four metres thick')
    expect((await readChat(person, path)).crawled_pages[0].id).toBe(pages[0].id)
    expect(await readChanges(person, path)).toMatchObject({
      checks: [{ status: 'checking', pagesChecked: 1, pagesTotal: 2 }],
    })
    held.release()
    expect(await waitForCheck(person, path)).toMatchObject({ pagesChanged: 2 })
    const after = (await readChat(person, path)).crawled_pages.map((page: { id: string }) => page.id)
    for (const page of pages) expect(after).not.toContain(page.id)
  })

  it('is charged once when the server restarts during the check', async () => {
    const { path } = await saveChatOverBothPages(person, site)
    const before = await credits()
    site.set('/', home('The thickness of the walls is unknown.'))
    site.set('/lamps', article('Lamps', 'Lamps are not allowed in the tower.'))
    const held = site.hold('/lamps')
    await person.post(`${path}/changes`)
    await held.asked
    await app.restart()
    held.release()
    expect(await waitForCheck(person, path)).toMatchObject({ status: 'finished', pagesChecked: 2, pagesChanged: 2 })
    expect(await credits()).toBe(before - 2)
  })

  it('keeps its old version when its crawl is deleted', async () => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    await checkNow(person, path)
    const [{ id: crawlId }] = (await person.get('/api/crawls')).body.crawls
    expect((await person.delete(`/api/crawls/${crawlId}`)).status).toBe(204)
    expect((await person.get(`/api/pages/${pages[0].id}`)).body.content).toContain(HOME[1])
    site.set('/', home(...HOME))
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesChanged: 1 })
  })
})

describe('a page that is gone', () => {
  it.each([
    ['is not found', { status: 404 }, '404 Not Found'],
    ['is gone for good', { status: 410 }, '410 Gone'],
    ['redirects elsewhere', { status: 302, headers: { location: '/' } }, 'Redirects to'],
  ])('keeps its last version and is marked with the date when it %s', async (_, answer, detail) => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    const before = await credits()
    site.set('/lamps', answer)
    const found = await checkNow(person, path)
    expect(found).toMatchObject({
      status: 'finished',
      pagesGone: 1,
      pages: [{ state: 'gone', pageId: pages[1].id, detail: expect.stringContaining(detail) }],
    })
    expect(await credits()).toBe(before)
    const chat = await readChat(person, path)
    expect(chat.crawled_pages[1]).toMatchObject({ id: pages[1].id, goneAt: expect.stringMatching(/^\d{4}-/) })
    expect(chat.chat_history[0].citations[1]).toMatchObject({ gone: 'page', state: 'quoted' })
    expect((await person.get(`/api/pages/${pages[1].id}`)).body.content).toContain(LAMPS[0])

    site.set('/lamps', article('Lamps', ...LAMPS))
    await checkNow(person, path)
    const after = await readChat(person, path)
    expect(after.crawled_pages[1].goneAt).toBeUndefined()
    expect(after.chat_history[0].citations[1].gone).toBeUndefined()
  })
})

it('is gone when it redirects to another query, in a crawl that keeps queries', async () => {
  const link = (id: number) => `<a href="/view?id=${id}">Article ${id}</a>`
  site.set('/', article('Articles', ...HOME).replace('</main>', `</main><nav>${link(1)} ${link(5)}</nav>`))
  let isMoved = false
  site.set('/view', ({ url }, response) => {
    const id = new URL(url ?? '', site.origin).searchParams.get('id') ?? ''
    if (isMoved && id === '5') return response.writeHead(302, { location: '/view?id=1' }).end()
    const text = id === '5' ? LAMPS : ['The harbour has three docks for ferries.', 'Fishing boats use the fourth one.']
    response.writeHead(200, { 'content-type': 'text/html' }).end(article(`Article ${id}`, ...text))
  })
  await app.services.db.update(userSettings).set({ tier: 'pro' }).where(eq(userSettings.userId, person.userId))
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 3, settings: { keepQuery: true } })
  const { pages } = await waitForCrawlEnd(person, body.id)
  const ids = pages.map(({ id }: { id: string }) => id)
  const chat = await person.post('/api/chats', {
    title: 'Articles',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [],
  })
  isMoved = true
  const [gone] = (await checkNow(person, `/api/chats/${chat.body.id}`)).pages
  expect(gone).toMatchObject({ state: 'gone', detail: expect.stringContaining('/view?id=1') })
})

describe('a page that cannot be read', () => {
  it('retries a page that cannot be read, then leaves it unchanged with the reason', async () => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    site.set('/lamps', { status: 503 })
    const asked = requestsOf('/lamps').length
    expect(await checkNow(person, path)).toMatchObject({
      status: 'finished',
      pagesFailed: 1,
      pages: [{ state: 'failed', detail: '503 Service Unavailable' }],
    })
    expect(requestsOf('/lamps').length - asked).toBe(4)
    expect((await readChat(person, path)).crawled_pages[1]).toMatchObject({ id: pages[1].id })
    expect((await readChat(person, path)).chat_history[0].citations[1].gone).toBeUndefined()
  })

  it('is not fetched when robots.txt now disallows it', async () => {
    const { path } = await saveChatOverBothPages(person, site)
    site.set('/robots.txt', 'User-agent: *\nDisallow: /lamps')
    // The process caches robots.txt.
    await app.restart()
    const asked = requestsOf('/lamps').length
    expect(await checkNow(person, path)).toMatchObject({ pagesFailed: 1, pages: [{ state: 'failed' }] })
    expect(requestsOf('/lamps').length).toBe(asked)
    site.set('/robots.txt', { status: 404 })
    await app.restart()
  })
})

describe('politeness', () => {
  it('waits for a host that another holder has locked', async () => {
    const { path } = await saveChatOverBothPages(person, site)
    const { db } = app.services
    expect(await acquireHostLock(db, site.host, 'another holder', 60)).toBe(true)
    const asked = site.requests.length
    await person.post(`${path}/changes`)
    await waitFor('the check to wait for the host', async () => {
      const jobs = await db.execute(
        sql`select count(*)::int as n from pgboss.job where name = 'check-pages' and start_after > created_on`,
      )
      return (jobs as unknown as { rows: { n: number }[] }).rows[0]?.n // The result shape of both drivers.
    })
    expect(site.requests.length).toBe(asked)
    await releaseHostLock(db, site.host, 'another holder')
    expect(await waitForCheck(person, path)).toMatchObject({ status: 'finished', pagesChecked: 2 })
  })
})
