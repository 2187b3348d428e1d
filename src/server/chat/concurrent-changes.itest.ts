import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crawls, pages, savedChats } from '#server/platform/db/schema/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { unsafePurgeChat } from './delete-chat.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await openTestApp()
  person = await app.signUp()
})
afterAll(() => app?.close())

/**
 * Runs `second` while a transaction has made the change `first`; the transaction commits when `second` waits for it.
 */
async function during<T>(first: (tx: Db) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  const { db } = app.services
  const [changed, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = db.transaction(async (tx) => {
    await first(tx)
    changed.resolve()
    await blocked.promise
  })
  await changed.promise
  const result = second()
  const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
  await waitFor('a lock', async () => (await db.$count(sql`pg_stat_activity`, isWaiting)) > 0)
  blocked.resolve()
  await change
  return result
}

/** A page that no crawl and no chat has yet. */
async function addPage(): Promise<string> {
  const url = 'https://example.org/bees'
  const page = { url, finalUrl: url, title: 'Bees', content: 'Bees dance.', contentHash: url, depth: 0 }
  const [added] = await app.services.db
    .insert(pages)
    .values({ ...page, userId: person.userId })
    .returning()
  return added?.id ?? ''
}

async function saveChat(): Promise<string> {
  const empty = { crawled_pages: [], selected_pages: [], chat_history: [] }
  return (await person.post('/api/chats', { title: 'About bees', ...empty })).body.id
}

it('leaves its crawl to a chat that is restored at the moment of its purge', async () => {
  const { db } = app.services
  const chatId = await saveChat()
  await db
    .update(savedChats)
    .set({ deletedAt: sql`now() - interval '1 hour'` })
    .where(eq(savedChats.id, chatId))
  const site = { url: 'https://example.org', protocol: 'https:', host: 'example.org', pathPrefix: '' } as const
  await db.insert(crawls).values({ ...site, userId: person.userId, chatId, maxPages: 1, maxDepth: 1 })
  await during(
    (tx) => tx.update(savedChats).set({ deletedAt: null }).where(eq(savedChats.id, chatId)),
    () => unsafePurgeChat(app.services, { chatId }),
  )
  expect((await person.get(`/api/chats/${chatId}`)).status).toBe(200)
  expect(await db.$count(crawls, eq(crawls.chatId, chatId))).toBe(1)
})

it('does not find a page that is deleted while a chat is saved with it', async () => {
  const pageId = await addPage()
  const chat = { title: 'About bees', crawled_pages: [pageId], selected_pages: [pageId], chat_history: [] }
  const saved = await during(
    (tx) => tx.delete(pages).where(eq(pages.id, pageId)),
    () => person.post('/api/chats', chat),
  )
  expect(saved).toMatchObject({ status: 404, body: { error: { code: 'page.not-found' } } })
})

it('does not find a page that is deleted while a chat gets it', async () => {
  const [pageId, chatId] = [await addPage(), await saveChat()]
  const changed = await during(
    (tx) => tx.delete(pages).where(eq(pages.id, pageId)),
    () => person.put(`/api/chats/${chatId}/pages`, { crawled_pages: [pageId], selected_pages: [pageId] }),
  )
  expect(changed).toMatchObject({ status: 404, body: { error: { code: 'page.not-found' } } })
})
