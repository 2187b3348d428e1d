import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveHostTurn, takeHostTurn } from '#server/crawl/host-turns.ts'
import { creditLedger } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { article, changesAt, chatAt, checkEnded, checkNow, HOME, home, LAMPS, saveChatOfBoth, setBothPages } from '#test/checked-chat.ts'
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
  setBothPages(site)
  person = await app.signUp()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const credits = async () => (await person.get('/api/credits')).body.credits_count
const requestsOf = (path: string) => site.requests.filter((request) => request.path === path)

describe('a check of a chat whose pages are as they were', () => {
  it.each([
    ['an ETag', 'etag', '"v1"', 'if-none-match', '"v1"'],
    ['a time', 'last-modified', 'Sat, 21 Mar 2026 10:00:00 GMT', 'if-modified-since', 'Sat, 21 Mar 2026 10:00:00 GMT'],
  ])('asks by %s, is answered that nothing has changed, and costs nothing', async (_, header, value, asked, wanted) => {
    site.set('/lamps', (request, response) => {
      const known = request.headers[asked] === wanted
      response.writeHead(known ? 304 : 200, { 'content-type': 'text/html', [header]: value })
      response.end(known ? undefined : article('Lamps', ...LAMPS))
    })
    const { path, pages } = await saveChatOfBoth(person, site)
    const before = await credits()
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesTotal: 2, pagesChecked: 2, pagesChanged: 0, pagesGone: 0, pages: [] })
    expect(requestsOf('/lamps').at(-1)?.headers[asked]).toBe(wanted)
    expect(await credits()).toBe(before)
    expect((await chatAt(person, path)).crawled_pages.map((page: { id: string }) => page.id)).toEqual(pages.map((page: { id: string }) => page.id))
  })

  it('compares the text where the site says nothing of that, and what moved about in it costs nothing either', async () => {
    const { path } = await saveChatOfBoth(person, site)
    const before = await credits()
    site.set('/lamps', article('Lamps', ...LAMPS.toReversed()).replace('<main>', '<main data-rendered="now">'))
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesChanged: 0 })
    expect(await credits()).toBe(before)
  })
})

describe('a page that has changed', () => {
  it('is there in its new version, costs one credit, and is shown with what was added and removed', async () => {
    const { path, id, pages } = await saveChatOfBoth(person, site)
    const before = await credits()
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    const found = await checkNow(person, path)
    expect(found).toMatchObject({ status: 'finished', pagesChecked: 2, pagesChanged: 1, error: null })
    expect(found.pages).toMatchObject([
      { state: 'changed', url: pages[0].url, difference: { added: ['Its walls are five metres thick now.'], removed: [HOME[1]], addedCount: 1, removedCount: 1 } },
    ])
    expect(await credits()).toBe(before - 1)
    const charges = await app.services.db
      .select()
      .from(creditLedger)
      .where(and(eq(creditLedger.userId, person.userId), eq(creditLedger.reason, 'change')))
    expect(charges).toMatchObject([{ amount: -1, crawlId: found.id, url: pages[0].url }])

    const chat = await chatAt(person, path)
    const [now] = chat.crawled_pages
    expect(now).toMatchObject({ url: pages[0].url, selected: true, processed: true, analysis: 'done' })
    expect(now.id).not.toBe(pages[0].id)
    expect((await person.get(`/api/pages/${now.id}`)).body.content).toContain('five metres thick now')
    const { events } = await person.stream(`/api/chats/${id}/messages`, { question: 'How thick are the walls?' })
    expect(JSON.stringify(events)).toContain('five metres thick')
  })

  it('leaves the answers their sentence and its version, and marks those whose sentence is gone', async () => {
    const { path, pages } = await saveChatOfBoth(person, site)
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    await checkNow(person, path)
    const [first, second] = (await chatAt(person, path)).chat_history[0].citations
    expect(first).toMatchObject({ pageId: pages[0].id, sentence: HOME[1], verified: true, gone: 'sentence', goneSince: expect.stringMatching(/^\d{4}-/) })
    expect(second.gone).toBeUndefined()
    expect((await person.get(`/api/pages/${pages[0].id}`)).body.content).toContain(HOME[1])
    expect((await person.get(`${path}/export`)).body).toContain('The sentence was no longer on the page on')

    // It stays marked while nothing changes, and is not when the sentence is back.
    await checkNow(person, path)
    expect((await chatAt(person, path)).chat_history[0].citations[0].gone).toBe('sentence')
    site.set('/', home(...HOME))
    await checkNow(person, path)
    expect((await chatAt(person, path)).chat_history[0].citations[0].gone).toBeUndefined()
  })

  it('is switched to together with all others, and asked as it was until then', async () => {
    const { path, id, pages } = await saveChatOfBoth(person, site)
    site.set('/', home('Nobody knows how thick the walls are.'))
    site.set('/lamps', article('Lamps', 'Lamps are forbidden in this place.'))
    const held = site.hold('/lamps')
    await person.post(`${path}/changes`)
    await held.asked
    const { events } = await person.stream(`/api/chats/${id}/messages`, { question: 'How thick are the walls?' })
    expect(JSON.stringify(events)).toContain('four metres thick')
    expect((await chatAt(person, path)).crawled_pages[0].id).toBe(pages[0].id)
    expect(await changesAt(person, path)).toMatchObject({ checks: [{ status: 'checking', pagesChecked: 1, pagesTotal: 2 }] })
    held.release()
    expect(await checkEnded(person, path)).toMatchObject({ pagesChanged: 2 })
    const after = (await chatAt(person, path)).crawled_pages.map((page: { id: string }) => page.id)
    for (const page of pages) expect(after).not.toContain(page.id)
  })

  it('survives a restart of the server: read once more at most, charged once', async () => {
    const { path } = await saveChatOfBoth(person, site)
    const before = await credits()
    site.set('/', home('Nobody knows how thick the walls are.'))
    site.set('/lamps', article('Lamps', 'Lamps are forbidden in this place.'))
    const held = site.hold('/lamps')
    await person.post(`${path}/changes`)
    await held.asked
    await app.restart()
    held.release()
    expect(await checkEnded(person, path)).toMatchObject({ status: 'finished', pagesChecked: 2, pagesChanged: 2 })
    expect(await credits()).toBe(before - 2)
  })

  it('keeps its old text when the crawl that read it is deleted', async () => {
    const { path, pages } = await saveChatOfBoth(person, site)
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    await checkNow(person, path)
    const [{ id: crawlId }] = (await person.get('/api/crawls')).body.crawls
    expect((await person.delete(`/api/crawls/${crawlId}`)).status).toBe(204)
    expect((await person.get(`/api/pages/${pages[0].id}`)).body.content).toContain(HOME[1])
    site.set('/', home(...HOME))
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesChanged: 1 })
  })
})

describe('a page that has vanished', () => {
  it.each([
    ['is not there', { status: 404 }, '404 Not Found'],
    ['is gone for good', { status: 410 }, '410 Gone'],
    ['leads elsewhere', { status: 302, headers: { location: '/' } }, 'Leads to'],
  ])('keeps its last text and is marked with the day when it %s', async (_, answer, detail) => {
    const { path, pages } = await saveChatOfBoth(person, site)
    const before = await credits()
    site.set('/lamps', answer)
    const found = await checkNow(person, path)
    expect(found).toMatchObject({ status: 'finished', pagesGone: 1, pages: [{ state: 'gone', pageId: pages[1].id, detail: expect.stringContaining(detail) }] })
    expect(await credits()).toBe(before)
    const chat = await chatAt(person, path)
    expect(chat.crawled_pages[1]).toMatchObject({ id: pages[1].id, goneAt: expect.stringMatching(/^\d{4}-/) })
    expect(chat.chat_history[0].citations[1]).toMatchObject({ gone: 'page', verified: true })
    expect((await person.get(`/api/pages/${pages[1].id}`)).body.content).toContain(LAMPS[0])

    site.set('/lamps', article('Lamps', ...LAMPS))
    await checkNow(person, path)
    const after = await chatAt(person, path)
    expect(after.crawled_pages[1].goneAt).toBeUndefined()
    expect(after.chat_history[0].citations[1].gone).toBeUndefined()
  })
})

describe('a page that cannot be read this time', () => {
  it('is tried again, then left as it was, with the reason', async () => {
    const { path, pages } = await saveChatOfBoth(person, site)
    site.set('/lamps', { status: 503 })
    const asked = requestsOf('/lamps').length
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesFailed: 1, pages: [{ state: 'failed', detail: '503 Service Unavailable' }] })
    expect(requestsOf('/lamps').length - asked).toBe(4)
    expect((await chatAt(person, path)).crawled_pages[1]).toMatchObject({ id: pages[1].id })
    expect((await chatAt(person, path)).chat_history[0].citations[1].gone).toBeUndefined()
  })

  it('is not asked for when robots.txt forbids it by now', async () => {
    const { path } = await saveChatOfBoth(person, site)
    site.set('/robots.txt', 'User-agent: *\nDisallow: /lamps')
    // What robots.txt said is remembered for a while, by this process.
    await app.restart()
    const asked = requestsOf('/lamps').length
    expect(await checkNow(person, path)).toMatchObject({ pagesFailed: 1, pages: [{ state: 'failed' }] })
    expect(requestsOf('/lamps').length).toBe(asked)
    site.set('/robots.txt', { status: 404 })
    await app.restart()
  })
})

describe('politeness', () => {
  it('waits its turn at a host that somebody else is reading', async () => {
    const { path } = await saveChatOfBoth(person, site)
    const { db } = app.services
    expect(await takeHostTurn(db, site.host, 'somebody', 60)).toBe(true)
    const asked = site.requests.length
    await person.post(`${path}/changes`)
    await waitFor('the check to ask for the turn', async () => {
      const jobs = await db.execute(sql`select count(*)::int as n from pgboss.job where name = 'check-pages' and start_after > created_on`)
      return (jobs as unknown as { rows: { n: number }[] }).rows[0]?.n // The drivers answer so.
    })
    expect(site.requests.length).toBe(asked)
    await giveHostTurn(db, site.host, 'somebody')
    expect(await checkEnded(person, path)).toMatchObject({ status: 'finished', pagesChecked: 2 })
  })
})
