import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatCheckPages, chatChecks, creditLedger, savedChats, userCredits, userSettings } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { giveHostTurn, takeHostTurn } from '#server/crawl/host-turns.ts'
import { unsafeRunScheduledCheck } from './schedule-checks.ts'

let app: TestApp
let site: Website
let person: Person

const article = (title: string, ...sentences: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${sentences.map((each) => `<p>${each}</p>`).join('')}</main></html>`
const HOME = ['The lighthouse of Hook Head was built in the thirteenth century.', 'Its walls are up to four metres thick and stand firmly.']
const LAMPS = ['Augustin-Jean Fresnel invented the lens that bears his name.', 'The lens gathers the light of a lamp into one strong beam.']
const links = '<a href="/lamps">Lamps</a>'
const home = (...sentences: string[]) => article('Lighthouses', ...sentences, links)

beforeAll(async () => {
  site = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

beforeEach(async () => {
  site.set('/', home(...HOME))
  site.set('/lamps', article('Lamps', ...LAMPS))
  person = await app.signUp()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

/** A saved chat over both pages, with an answer that cites a sentence of each. */
async function chatOfBoth() {
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  const { pages } = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  const ids = pages.map((page: { id: string }) => page.id)
  await person.post('/api/knowledge', { pageIds: ids })
  const cite = (marker: number, page: { id: string; url: string; title: string }, sentence: string) =>
    ({ marker, pageId: page.id, url: page.url, title: page.title, passageId: '', sentence, verified: true })
  const chat = await person.post('/api/chats', {
    title: 'Checked',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [
      { role: 'assistant', content: 'Thick [1], and a lens [2].', citations: [cite(1, pages[0], HOME[1] ?? ''), cite(2, pages[1], LAMPS[0] ?? '')] },
    ],
  })
  return { path: `/api/chats/${chat.body.id}`, id: chat.body.id, pages }
}
const chatAt = async (path: string) => (await person.get(path)).body
const changesAt = async (path: string) => (await person.get(`${path}/changes`)).body
const ended = (path: string) =>
  waitFor('the check', async () => {
    const { checks } = await changesAt(path)
    return checks[0]?.finishedAt && checks[0]
  })
async function check(path: string) {
  expect((await person.post(`${path}/changes`)).status).toBe(201)
  return ended(path)
}
const credits = async () => (await person.get('/api/credits')).body.credits_count
const setCredits = (count: number) => app.services.db.update(userCredits).set({ creditsCount: count }).where(eq(userCredits.userId, person.userId))
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
    const { path, pages } = await chatOfBoth()
    const before = await credits()
    expect(await check(path)).toMatchObject({ status: 'finished', pagesTotal: 2, pagesChecked: 2, pagesChanged: 0, pagesGone: 0, pages: [] })
    expect(requestsOf('/lamps').at(-1)?.headers[asked]).toBe(wanted)
    expect(await credits()).toBe(before)
    expect((await chatAt(path)).crawled_pages.map((page: { id: string }) => page.id)).toEqual(pages.map((page: { id: string }) => page.id))
  })

  it('compares the text where the site says nothing of that, and what moved about in it costs nothing either', async () => {
    const { path } = await chatOfBoth()
    const before = await credits()
    site.set('/lamps', article('Lamps', ...LAMPS.toReversed()).replace('<main>', '<main data-rendered="now">'))
    expect(await check(path)).toMatchObject({ status: 'finished', pagesChanged: 0 })
    expect(await credits()).toBe(before)
  })
})

describe('a page that has changed', () => {
  it('is there in its new version, costs one credit, and is shown with what was added and removed', async () => {
    const { path, id, pages } = await chatOfBoth()
    const before = await credits()
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    const found = await check(path)
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

    const chat = await chatAt(path)
    const [now] = chat.crawled_pages
    expect(now).toMatchObject({ url: pages[0].url, selected: true, processed: true, analysis: 'done' })
    expect(now.id).not.toBe(pages[0].id)
    expect((await person.get(`/api/pages/${now.id}`)).body.content).toContain('five metres thick now')
    const { events } = await person.stream(`/api/chats/${id}/messages`, { question: 'How thick are the walls?' })
    expect(JSON.stringify(events)).toContain('five metres thick')
  })

  it('leaves the answers their sentence and its version, and marks those whose sentence is gone', async () => {
    const { path, pages } = await chatOfBoth()
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    await check(path)
    const [first, second] = (await chatAt(path)).chat_history[0].citations
    expect(first).toMatchObject({ pageId: pages[0].id, sentence: HOME[1], verified: true, gone: 'sentence', goneSince: expect.stringMatching(/^\d{4}-/) })
    expect(second.gone).toBeUndefined()
    expect((await person.get(`/api/pages/${pages[0].id}`)).body.content).toContain(HOME[1])
    expect((await person.get(`${path}/export`)).body).toContain('The sentence was no longer on the page on')

    // It stays marked while nothing changes, and is not when the sentence is back.
    await check(path)
    expect((await chatAt(path)).chat_history[0].citations[0].gone).toBe('sentence')
    site.set('/', home(...HOME))
    await check(path)
    expect((await chatAt(path)).chat_history[0].citations[0].gone).toBeUndefined()
  })

  it('is switched to together with all others, and asked as it was until then', async () => {
    const { path, id, pages } = await chatOfBoth()
    site.set('/', home('Nobody knows how thick the walls are.'))
    site.set('/lamps', article('Lamps', 'Lamps are forbidden in this place.'))
    const held = site.hold('/lamps')
    await person.post(`${path}/changes`)
    await held.asked
    const { events } = await person.stream(`/api/chats/${id}/messages`, { question: 'How thick are the walls?' })
    expect(JSON.stringify(events)).toContain('four metres thick')
    expect((await chatAt(path)).crawled_pages[0].id).toBe(pages[0].id)
    expect(await changesAt(path)).toMatchObject({ checks: [{ status: 'checking', pagesChecked: 1, pagesTotal: 2 }] })
    held.release()
    expect(await ended(path)).toMatchObject({ pagesChanged: 2 })
    const after = (await chatAt(path)).crawled_pages.map((page: { id: string }) => page.id)
    for (const page of pages) expect(after).not.toContain(page.id)
  })

  it('survives a restart of the server: read once more at most, charged once', async () => {
    const { path } = await chatOfBoth()
    const before = await credits()
    site.set('/', home('Nobody knows how thick the walls are.'))
    site.set('/lamps', article('Lamps', 'Lamps are forbidden in this place.'))
    const held = site.hold('/lamps')
    await person.post(`${path}/changes`)
    await held.asked
    await app.restart()
    held.release()
    expect(await ended(path)).toMatchObject({ status: 'finished', pagesChecked: 2, pagesChanged: 2 })
    expect(await credits()).toBe(before - 2)
  })

  it('keeps its old text when the crawl that read it is deleted', async () => {
    const { path, pages } = await chatOfBoth()
    site.set('/', home(HOME[0] ?? '', 'Its walls are five metres thick now.'))
    await check(path)
    const [{ id: crawlId }] = (await person.get('/api/crawls')).body.crawls
    expect((await person.delete(`/api/crawls/${crawlId}`)).status).toBe(204)
    expect((await person.get(`/api/pages/${pages[0].id}`)).body.content).toContain(HOME[1])
    site.set('/', home(...HOME))
    expect(await check(path)).toMatchObject({ status: 'finished', pagesChanged: 1 })
  })
})

describe('a page that has vanished', () => {
  it.each([
    ['is not there', { status: 404 }, '404 Not Found'],
    ['is gone for good', { status: 410 }, '410 Gone'],
    ['leads elsewhere', { status: 302, headers: { location: '/' } }, 'Leads to'],
  ])('keeps its last text and is marked with the day when it %s', async (_, answer, detail) => {
    const { path, pages } = await chatOfBoth()
    const before = await credits()
    site.set('/lamps', answer)
    const found = await check(path)
    expect(found).toMatchObject({ status: 'finished', pagesGone: 1, pages: [{ state: 'gone', pageId: pages[1].id, detail: expect.stringContaining(detail) }] })
    expect(await credits()).toBe(before)
    const chat = await chatAt(path)
    expect(chat.crawled_pages[1]).toMatchObject({ id: pages[1].id, goneAt: expect.stringMatching(/^\d{4}-/) })
    expect(chat.chat_history[0].citations[1]).toMatchObject({ gone: 'page', verified: true })
    expect((await person.get(`/api/pages/${pages[1].id}`)).body.content).toContain(LAMPS[0])

    site.set('/lamps', article('Lamps', ...LAMPS))
    await check(path)
    const after = await chatAt(path)
    expect(after.crawled_pages[1].goneAt).toBeUndefined()
    expect(after.chat_history[0].citations[1].gone).toBeUndefined()
  })
})

describe('a page that cannot be read this time', () => {
  it('is tried again, then left as it was, with the reason', async () => {
    const { path, pages } = await chatOfBoth()
    site.set('/lamps', { status: 503 })
    const asked = requestsOf('/lamps').length
    expect(await check(path)).toMatchObject({ status: 'finished', pagesFailed: 1, pages: [{ state: 'failed', detail: '503 Service Unavailable' }] })
    expect(requestsOf('/lamps').length - asked).toBe(4)
    expect((await chatAt(path)).crawled_pages[1]).toMatchObject({ id: pages[1].id })
    expect((await chatAt(path)).chat_history[0].citations[1].gone).toBeUndefined()
  })

  it('is not asked for when robots.txt forbids it by now', async () => {
    const { path } = await chatOfBoth()
    site.set('/robots.txt', 'User-agent: *\nDisallow: /lamps')
    // What robots.txt said is remembered for a while, by this process.
    await app.restart()
    const asked = requestsOf('/lamps').length
    expect(await check(path)).toMatchObject({ pagesFailed: 1, pages: [{ state: 'failed' }] })
    expect(requestsOf('/lamps').length).toBe(asked)
    site.set('/robots.txt', { status: 404 })
    await app.restart()
  })
})

describe('politeness', () => {
  it('waits its turn at a host that somebody else is reading', async () => {
    const { path } = await chatOfBoth()
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
    expect(await ended(path)).toMatchObject({ status: 'finished', pagesChecked: 2 })
  })
})

describe('credits', () => {
  it('stop a check in the written words when they run out; what was paid for is there', async () => {
    const { path, pages } = await chatOfBoth()
    site.set('/', home('Nobody knows how thick the walls are.'))
    site.set('/lamps', article('Lamps', 'Lamps are forbidden in this place.'))
    await setCredits(1)
    expect(await check(path)).toMatchObject({
      status: 'failed',
      pagesChanged: 1,
      error: { code: 'credits.ran-out', message: 'Insufficient credits to continue crawling. Please upgrade your plan to continue.' },
    })
    expect(await credits()).toBe(0)
    const after = (await chatAt(path)).crawled_pages.map((page: { id: string }) => page.id)
    expect(after[0]).not.toBe(pages[0].id)
    expect(after[1]).toBe(pages[1].id)
  })

  it('are not needed to learn that nothing has changed', async () => {
    const { path } = await chatOfBoth()
    await setCredits(0)
    expect(await check(path)).toMatchObject({ status: 'finished', pagesChecked: 2 })
  })
})

describe('checks', () => {
  it('run once at a time for a chat, and stop when asked; what was read until then is there', async () => {
    const { path, pages } = await chatOfBoth()
    site.set('/', home('Nobody knows how thick the walls are.'))
    const held = site.hold('/lamps')
    const first = await person.post(`${path}/changes`)
    await held.asked
    expect((await person.post(`${path}/changes`)).body.id).toBe(first.body.id)
    expect((await person.post(`${path}/changes/stop`)).status).toBe(204)
    held.release()
    expect(await ended(path)).toMatchObject({ status: 'stopped', pagesChanged: 1 })
    expect((await chatAt(path)).crawled_pages[0].id).not.toBe(pages[0].id)
    expect((await changesAt(path)).checks).toHaveLength(1)
  })

  it('whose job was lost are taken up at the next start', async () => {
    const { path, id, pages } = await chatOfBoth()
    const { db } = app.services
    const [check] = await db.insert(chatChecks).values({ chatId: id, userId: person.userId, pagesTotal: 2 }).returning()
    await db.insert(chatCheckPages).values(pages.map((page: { id: string }, place: number) => ({ checkId: check?.id, pageId: page.id, place })))
    await app.restart()
    expect(await ended(path)).toMatchObject({ id: check?.id, status: 'finished', pagesChecked: 2 })
  })

  it('whose job fails on every try end in words, and the next can begin', async () => {
    const { path, pages } = await chatOfBoth()
    const { db } = app.services
    site.set('/', home('Nobody knows how thick the walls are.'))
    await db.execute(sql`update pgboss.queue set retry_limit = 0 where name = 'check-pages'`)
    await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`)
    await db.execute(sql`create trigger refuse before update on chat_pages for each statement execute function refuse()`)
    expect(await check(path)).toMatchObject({
      status: 'failed',
      error: { code: 'server.unexpected', message: 'Something went wrong on our side. Please try again.' },
    })
    await db.execute(sql`drop function refuse cascade`)
    await app.restart()
    expect(await check(path)).toMatchObject({ status: 'finished', pagesChanged: 1 })
    expect((await chatAt(path)).crawled_pages[0].id).not.toBe(pages[0].id)
  })

  it('need pages', async () => {
    const { body } = await person.post('/api/chats', { title: 'Empty', crawled_pages: [], selected_pages: [], chat_history: [] })
    const { status, body: failure } = await person.post(`/api/chats/${body.id}/changes`)
    expect([status, failure.error.code]).toEqual([400, 'check.no-pages'])
  })
})

describe('a schedule', () => {
  const setTier = (tier: 'free' | 'pro') => app.services.db.update(userSettings).set({ tier }).where(eq(userSettings.userId, person.userId))
  const makeDue = async (id: string) => {
    const dueAt = new Date(Date.now() - 1000)
    await app.services.db.update(savedChats).set({ checkDueAt: dueAt }).where(eq(savedChats.id, id))
    return { chatId: id, dueAt: dueAt.toISOString() }
  }
  const checksOf = (id: string) => app.services.db.select().from(chatChecks).where(eq(chatChecks.chatId, id))

  it('is part of a paid plan', async () => {
    const { path } = await chatOfBoth()
    const { status, body } = await person.put(`${path}/changes/schedule`, { every: 'daily' })
    expect([status, body.error.code]).toEqual([403, 'check.needs-plan'])
    expect((await person.put(`${path}/changes/schedule`, { every: null })).status).toBe(200)
    await setTier('pro')
    const set = await person.put(`${path}/changes/schedule`, { every: 'weekly' })
    expect(set.body.every).toBe('weekly')
    expect(Date.parse(set.body.nextAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000)
    expect((await person.put(`${path}/changes/schedule`, { every: null })).body).toMatchObject({ every: null, nextAt: null })
  })

  it('begins a check once when its time has come, however many processes take it up, and is due again a day later', async () => {
    const { path, id } = await chatOfBoth()
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    const job = await makeDue(id)
    await Promise.all([unsafeRunScheduledCheck(app.services, job), unsafeRunScheduledCheck(app.services, job), unsafeRunScheduledCheck(app.services, job)])
    expect(await ended(path)).toMatchObject({ scheduled: true, status: 'finished' })
    await unsafeRunScheduledCheck(app.services, job)
    expect(await checksOf(id)).toHaveLength(1)
    const { nextAt } = await changesAt(path)
    expect(Date.parse(nextAt)).toBe(Date.parse(job.dueAt) + 24 * 3600_000)
  })

  it('makes good once what fell due while no process ran', async () => {
    const { path, id } = await chatOfBoth()
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    const job = await makeDue(id)
    await unsafeRunScheduledCheck(app.services, job, new Date(Date.parse(job.dueAt) + 3.5 * 24 * 3600_000))
    expect(Date.parse((await changesAt(path)).nextAt)).toBe(Date.parse(job.dueAt) + 4 * 24 * 3600_000)
    await ended(path)
    expect(await checksOf(id)).toHaveLength(1)
  })

  it('ends with the plan', async () => {
    const { path, id } = await chatOfBoth()
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    await setTier('free')
    await unsafeRunScheduledCheck(app.services, await makeDue(id))
    expect(await changesAt(path)).toEqual({ checks: [], every: null, nextAt: null })
  })
})
