import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  chatCheckPages,
  chatChecks,
  chatPages,
  crawls,
  pages,
  savedChats,
  userCredits,
  userSettings,
} from '#server/platform/db/schema/index.ts'
import { saveTurn } from '#server/chat/save-turn.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import {
  article,
  readChanges,
  readChat,
  waitForCheck,
  checkNow,
  HOME,
  home,
  saveChatOverBothPages,
  resetPages,
} from '#test/recheck-fixture.ts'
import { onlyOnPostgres } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { unsafeRunScheduledCheck } from './schedule-checks.ts'

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
const setCredits = (count: number) =>
  app.services.db.update(userCredits).set({ creditsCount: count }).where(eq(userCredits.userId, person.userId))

describe('credits', () => {
  it('end a check with a message when they run out, and the paid versions stay', async () => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    site.set('/', home('The thickness of the walls is unknown.'))
    site.set('/lamps', article('Lamps', 'Lamps are not allowed in the tower.'))
    await setCredits(1)
    expect(await checkNow(person, path)).toMatchObject({
      status: 'failed',
      pagesChanged: 1,
      error: {
        code: 'credits.ran-out',
        message: 'Insufficient credits to continue crawling. Please upgrade your plan to continue.',
      },
    })
    expect(await credits()).toBe(0)
    const after = (await readChat(person, path)).crawled_pages.map((page: { id: string }) => page.id)
    expect(after[0]).not.toBe(pages[0].id)
    expect(after[1]).toBe(pages[1].id)
  })

  it('are not needed when nothing has changed', async () => {
    const { path } = await saveChatOverBothPages(person, site)
    await setCredits(0)
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesChecked: 2 })
  })
})

describe('checks', () => {
  it('run once at a time per chat, and keep their results after a stop', async () => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    site.set('/', home('The thickness of the walls is unknown.'))
    const held = site.hold('/lamps')
    const first = await person.post(`${path}/changes`)
    await held.asked
    expect((await person.post(`${path}/changes`)).body.id).toBe(first.body.id)
    expect((await person.post(`${path}/changes/stop`)).status).toBe(204)
    held.release()
    expect(await waitForCheck(person, path)).toMatchObject({ status: 'stopped', pagesChanged: 1 })
    expect((await readChat(person, path)).crawled_pages[0].id).not.toBe(pages[0].id)
    expect((await readChanges(person, path)).checks).toHaveLength(1)
  })

  it('continue at the next start when their job was lost', async () => {
    const { path, id, pages } = await saveChatOverBothPages(person, site)
    const { db } = app.services
    const [check] = await db.insert(chatChecks).values({ chatId: id, userId: person.userId, pagesTotal: 2 }).returning()
    await db
      .insert(chatCheckPages)
      .values(
        pages.map((page: { id: string }, index: number) => ({ checkId: check?.id, pageId: page.id, position: index })),
      )
    await app.restart()
    expect(await waitForCheck(person, path)).toMatchObject({ id: check?.id, status: 'finished', pagesChecked: 2 })
  })

  it('end with a message when their job fails on every attempt, and the next check can start', async () => {
    const { path, pages } = await saveChatOverBothPages(person, site)
    const { db } = app.services
    site.set('/', home('The thickness of the walls is unknown.'))
    await db.execute(sql`update pgboss.queue set retry_limit = 0 where name = 'check-pages'`)
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    )
    await db.execute(
      sql`create trigger refuse before update on chat_pages for each statement execute function refuse()`,
    )
    expect(await checkNow(person, path)).toMatchObject({
      status: 'failed',
      error: { code: 'server.unexpected', message: 'Something went wrong on our side. Please try again.' },
    })
    await db.execute(sql`drop function refuse cascade`)
    await app.restart()
    expect(await checkNow(person, path)).toMatchObject({ status: 'finished', pagesChanged: 1 })
    expect((await readChat(person, path)).crawled_pages[0].id).not.toBe(pages[0].id)
  })

  it('are refused for a chat without pages', async () => {
    const { body } = await person.post('/api/chats', {
      title: 'Empty',
      crawled_pages: [],
      selected_pages: [],
      chat_history: [],
    })
    const { status, body: failure } = await person.post(`/api/chats/${body.id}/changes`)
    expect([status, failure.error.code]).toEqual([400, 'check.no-pages'])
  })
})

describe('a version that nothing has used for 30 days', () => {
  /** A version of the page at `/` that no chat has. */
  const addOldVersion = async (ofPage: string, url: string) => {
    const { db } = app.services
    const [page] = await db.select().from(pages).where(eq(pages.id, ofPage))
    if (!page) throw new Error('The page is missing')
    const { id: _, ...row } = page
    const fetchedAt = new Date(Date.now() - 31 * 86_400_000)
    const [version] = await db
      .insert(pages)
      .values({ ...row, url, crawlId: null, fetchedAt })
      .returning({ id: pages.id })
    return version?.id ?? ''
  }
  const isStored = async (pageId: string) => (await person.get(`/api/pages/${pageId}`)).status === 200

  it('is deleted, and an answer that was written from it is stored without it [finish-check-1]', async () => {
    const { path, id, pages: stored } = await saveChatOverBothPages(person, site)
    const old = await addOldVersion(stored[0].id, `${site.origin}/old`)
    await checkNow(person, path)
    expect(await isStored(old)).toBe(false)
    const cited = { url: `${site.origin}/old`, title: 'Old', sentence: HOME[0] ?? '', state: 'quoted' } as const
    const citation = { ...cited, marker: 1, pageId: old, passageId: '', verified: true, claim: '' }
    const turn = { userId: person.userId, chatId: id, question: 'When?' }
    await saveTurn(app.services.db, turn, {
      text: `${HOME[0]} [1]`,
      citations: [citation, { ...citation, ...stored[0], marker: 2, pageId: stored[0].id }],
      uncited: [],
      engine: 'built-in',
      used: { wholePages: false, pages: 1, ofPages: 1, passages: 1, ofPassages: 1 },
      stopped: false,
      truncated: false,
    })
    const { citations } = (await readChat(person, path)).chat_history.at(-1)
    expect(citations).toMatchObject([
      { marker: 1, pageId: '', url: cited.url, sentence: HOME[0] },
      { marker: 2, pageId: stored[0].id },
    ])
  })

  onlyOnPostgres(() => {
    it('stays when a chat gets it at the moment of the deletion [finish-check-2]', async () => {
      const { path, id, pages: stored } = await saveChatOverBothPages(person, site)
      const [joining, unused] = [
        await addOldVersion(stored[0].id, `${site.origin}/joining`),
        await addOldVersion(stored[0].id, `${site.origin}/unused`),
      ]
      const { db } = app.services
      const [inserted, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const adding = db.transaction(async (tx) => {
        await tx.insert(chatPages).values({ chatId: id, pageId: joining, selected: true })
        inserted.resolve()
        await checked.promise
      })
      await inserted.promise
      await person.post(`${path}/changes`)
      await waitFor('the check to end or to wait', async () => {
        const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
        const { checks } = await readChanges(person, path)
        return checks[0]?.finishedAt || (await db.$count(sql`pg_stat_activity`, isWaiting)) > 0
      })
      checked.resolve()
      await adding
      await waitForCheck(person, path)
      expect(await isStored(unused)).toBe(false)
      expect((await readChat(person, path)).crawled_pages).toContainEqual(expect.objectContaining({ id: joining }))
    })
  })
})

describe('a schedule', () => {
  const setTier = (tier: 'free' | 'pro') =>
    app.services.db.update(userSettings).set({ tier }).where(eq(userSettings.userId, person.userId))
  const makeDue = async (id: string) => {
    const dueAt = new Date(Date.now() - 1000)
    await app.services.db.update(savedChats).set({ checkDueAt: dueAt }).where(eq(savedChats.id, id))
    return { chatId: id, dueAt: dueAt.toISOString() }
  }
  const checksOf = (id: string) => app.services.db.select().from(chatChecks).where(eq(chatChecks.chatId, id))

  it('refuses to schedule checks on the free plan', async () => {
    const { path } = await saveChatOverBothPages(person, site)
    const { status, body } = await person.put(`${path}/changes/schedule`, { every: 'daily' })
    expect([status, body.error.code]).toEqual([403, 'check.needs-plan'])
    expect((await person.put(`${path}/changes/schedule`, { every: null })).status).toBe(200)
    await setTier('pro')
    const set = await person.put(`${path}/changes/schedule`, { every: 'weekly' })
    expect(set.body.every).toBe('weekly')
    expect(Date.parse(set.body.nextAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000)
    expect((await person.put(`${path}/changes/schedule`, { every: null })).body).toMatchObject({
      every: null,
      nextAt: null,
    })
  })

  it('starts a due check once, even with several jobs, and is due again a day later', async () => {
    const { path, id } = await saveChatOverBothPages(person, site)
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    const job = await makeDue(id)
    await Promise.all([
      unsafeRunScheduledCheck(app.services, job),
      unsafeRunScheduledCheck(app.services, job),
      unsafeRunScheduledCheck(app.services, job),
    ])
    expect(await waitForCheck(person, path)).toMatchObject({ scheduled: true, status: 'finished' })
    await unsafeRunScheduledCheck(app.services, job)
    expect(await checksOf(id)).toHaveLength(1)
    const { nextAt } = await readChanges(person, path)
    expect(Date.parse(nextAt)).toBe(Date.parse(job.dueAt) + 24 * 3600_000)
  })

  it('finds a new and a vanished page without a request, and reports both [changes-11]', async () => {
    const { path, id } = await saveChatOverBothPages(person, site)
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    await app.services.db.update(crawls).set({ maxPages: 10 }).where(eq(crawls.userId, person.userId))
    site.set('/', home(...HOME).replace('<a href="/lamps">', '<a href="/keepers">Keepers</a><a href="/lamps">'))
    site.set('/keepers', article('Keepers', 'The keepers of the lighthouse lived in the tower.'))
    site.set('/lamps', { status: 404 })
    await unsafeRunScheduledCheck(app.services, await makeDue(id))
    expect(await waitForCheck(person, path)).toMatchObject({ scheduled: true, pagesAdded: 1 })
    const [chat] = (await person.get('/api/chats')).body.chats
    const { reports } = (await person.get(`/api/notebooks/${chat.notebook_id}/changes`)).body
    expect(reports).toMatchObject([{ counts: { added: 1, removed: 1, moved: 0, changed: 0 } }])
    const report = await person.get(`/api/change-reports/${reports[0].id}`)
    expect(report.body.pages).toMatchObject([
      { kind: 'added', url: `${site.origin}/keepers` },
      { kind: 'removed', url: `${site.origin}/lamps` },
    ])
  })

  it('makes up once for all times missed while no process ran', async () => {
    const { path, id } = await saveChatOverBothPages(person, site)
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    const job = await makeDue(id)
    await unsafeRunScheduledCheck(app.services, job, new Date(Date.parse(job.dueAt) + 3.5 * 24 * 3600_000))
    expect(Date.parse((await readChanges(person, path)).nextAt)).toBe(Date.parse(job.dueAt) + 4 * 24 * 3600_000)
    await waitForCheck(person, path)
    expect(await checksOf(id)).toHaveLength(1)
  })

  it('ends with the paid plan', async () => {
    const { path, id } = await saveChatOverBothPages(person, site)
    await setTier('pro')
    await person.put(`${path}/changes/schedule`, { every: 'daily' })
    await setTier('free')
    await unsafeRunScheduledCheck(app.services, await makeDue(id))
    expect(await readChanges(person, path)).toEqual({ checks: [], every: null, nextAt: null })
  })
})
