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

/** Runs `second` while a transaction has made the change `first`; the transaction commits when `second` waits for it. */
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
