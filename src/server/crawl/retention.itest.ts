import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatPages, crawls, pages, users } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { articlePage, waitForCrawlEnd } from '#test/crawls.ts'
import { onlyOnPostgres } from '#test/database.ts'
import { findMail } from '#test/find-mail.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { unsafeExpireCrawls } from './retention.ts'

let app: TestApp
let site: Website
let person: Person
let crawlId: string

beforeAll(async () => {
  site = await openWebsite({ '/': articlePage('Home', '/a'), '/a': articlePage('A') })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await app?.close()
  await site?.close()
})

beforeEach(async () => {
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 5 })
  crawlId = body.id
  await waitForCrawlEnd(person, crawlId)
})

const db = () => app.services.db
const expire = (days = 30) => unsafeExpireCrawls(app.services, { days, signal: new AbortController().signal })
const ownCrawl = () => and(eq(crawls.id, crawlId), eq(crawls.userId, person.userId))
const lastUsed = (days: number) => {
  const at = sql`now() - make_interval(days => ${days})`
  return db().update(crawls).set({ usedAt: at, finishedAt: at }).where(ownCrawl())
}
/** The week between announcement and deletion has passed. */
const passWeek = () =>
  db()
    .update(crawls)
    .set({ expiresAt: sql`${crawls.expiresAt} - interval '7 days 1 second'` })
    .where(ownCrawl())
const expiresAt = async () => (await person.get(`/api/crawls/${crawlId}`)).body.expiresAt
const pageIds = async (): Promise<string[]> =>
  (await db().select({ id: pages.id }).from(pages).where(eq(pages.crawlId, crawlId))).map(({ id }) => id)

describe('a crawl that no chat uses', () => {
  it('is announced a week before it is deleted, by mail and in the API [retention-1]', async () => {
    await lastUsed(22)
    await expire()
    expect(await expiresAt()).toBeNull()

    await lastUsed(24)
    await expire()
    const announced = Date.parse(await expiresAt())
    expect((announced - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    const mail = await waitFor('the mail', () => findMail(app.config.dataDir, person.email))
    expect(mail).toContain(`Subject: Your crawl of ${site.host} will be deleted on`)
    expect(mail).toContain(`${app.origin}/?crawl=${crawlId}`.replaceAll('=', '=3D'))

    expect(await expire()).toMatchObject({ deleted: 0 })
    await passWeek()
    const ids = await pageIds()
    expect(ids).toHaveLength(2)
    expect(await expire()).toMatchObject({ deleted: 1 })
    expect((await person.get(`/api/crawls/${crawlId}`)).status).toBe(404)
    expect((await person.get(`/api/pages/${ids[0]}`)).status).toBe(404)
  })

  it('is announced once by several processes [retention-2]', async () => {
    await lastUsed(40)
    const runs = await Promise.all([expire(), expire(), expire()])
    expect(runs.reduce((sum, { announced }) => sum + announced, 0)).toBe(1)
  })

  it('is never deleted without an announcement, however old it is [retention-3]', async () => {
    await lastUsed(400)
    expect(await expire()).toMatchObject({ announced: 1, deleted: 0 })
    expect(await expiresAt()).not.toBeNull()
  })

  it.each([
    ['asked', (ids: string[]) => person.post('/api/answers', { question: 'What is A?', pageIds: ids, crawlId })],
    ['searched', () => person.get(`/api/knowledge/passages?crawlId=${crawlId}&q=article`)],
  ])('stays when its pages are %s after the announcement [retention-4]', async (_, use) => {
    await lastUsed(24)
    await expire()
    await passWeek()
    const ids = await pageIds()
    await person.post('/api/knowledge', { pageIds: ids })
    expect((await use(ids)).status).toBe(200)
    expect(await expiresAt()).toBeNull()
    expect(await expire()).toEqual({ announced: 0, deleted: 0 })
  })

  it('stays when it is saved as a chat, and a chat with one of its pages keeps it [retention-5]', async () => {
    await lastUsed(24)
    await expire()
    await passWeek()
    const [first = ''] = await pageIds()
    const saved = await person.post('/api/chats', { title: 'Kept', crawled_pages: [first], selected_pages: [first] })
    expect(saved.status).toBe(201)
    expect(await expire()).toMatchObject({ deleted: 0 })
    expect(await expiresAt()).toBeNull()
    await lastUsed(400)
    expect(await expire()).toMatchObject({ announced: 0, deleted: 0 })
  })

  onlyOnPostgres(() => {
    it('leaves a page to the chat that gets it at the moment of the deletion [retention-8]', async () => {
      await lastUsed(24)
      await expire()
      await passWeek()
      const [first = '', second = ''] = await pageIds()
      const chat = await person.post('/api/chats', { title: 'Kept', crawled_pages: [], selected_pages: [] })
      const [inserted, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const adding = db().transaction(async (tx) => {
        await tx.insert(chatPages).values({ chatId: chat.body.id, pageId: first, selected: true })
        inserted.resolve()
        await waiting.promise
      })
      await inserted.promise
      const deletion = expire()
      await waitFor('the deletion to wait', async () => {
        const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
        return (await db().$count(sql`pg_stat_activity`, isWaiting)) > 0
      })
      waiting.resolve()
      await adding
      expect(await deletion).toMatchObject({ deleted: 1 })
      expect((await person.get(`/api/chats/${chat.body.id}`)).body.crawled_pages).toMatchObject([{ id: first }])
      expect((await person.get(`/api/pages/${second}`)).status).toBe(404)
    })
  })

  it('stays while its user is suspended [retention-6]', async () => {
    await lastUsed(24)
    await expire()
    await passWeek()
    await db()
      .update(users)
      .set({ suspendedAt: sql`now()` })
      .where(eq(users.id, person.userId))
    expect(await expire()).toMatchObject({ announced: 0, deleted: 0 })
  })

  it('stays for good when the operator keeps all crawls, and the announcement is withdrawn [retention-7]', async () => {
    await lastUsed(24)
    await expire()
    await passWeek()
    expect(await expire(0)).toEqual({ announced: 0, deleted: 0 })
    expect(await expiresAt()).toBeNull()
  })
})
