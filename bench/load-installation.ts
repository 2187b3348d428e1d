/** Fills an installation with signed-in users, each with a crawled site and saved chats. */
import { createHmac, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import { saveChat } from '#server/chat/save-chat.ts'
import { readConfig } from '#server/platform/config.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { crawls, pages, savedChats, sessions, userCredits, users } from '#server/platform/db/schema/index.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openServices } from '#server/services.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'

export const APP_SECRET = 'a secret of the load bench, long enough for it'
const CHATS_EACH = 20
const FIRST_TITLE = 'The first chat'
const MESSAGES_EACH = 10
const PAGES_EACH = 5
const CRAWLS_TIMEOUT_MS = 10 * 60_000

/** A user with the ids that the bench needs. */
export type Person = { id: string; cookie: string; crawlId: string; pageIds: string[]; chatIds: string[] }

type Target = { dataDir: string; databaseUrl: string | undefined; sites: readonly string[] }

/**
 * Creates one user per site. The product crawls five pages for the first user; the rows are copied for the others to
 * save time. Sessions are inserted with signed cookies, because hashing passwords is slow by design.
 */
export async function fillInstallation({ dataDir, databaseUrl, sites }: Target): Promise<Person[]> {
  const hosts = sites.map((site) => new URL(site).host).join(',')
  const config = {
    ...readConfig({ CRAWL_DELAY_MS: '0', ALLOW_PRIVATE_HOSTS: hosts, APP_SECRET }),
    dataDir,
    databaseUrl,
    production: true,
  }
  const services = await openServices(config, testLog)
  const worker = await startWorker(services)
  const { db } = services
  try {
    const people: Person[] = []
    for (let number = 0; number < sites.length; number += 1) {
      const id = randomUUID()
      const token = randomUUID()
      await db.insert(users).values({ id, name: 'A person', email: `${id}@example.org`, emailVerified: true })
      await provisionAccount(db, id, 'enterprise')
      await db.update(userCredits).set({ creditsCount: 10_000 }).where(eq(userCredits.userId, id))
      await db
        .insert(sessions)
        .values({ id: randomUUID(), userId: id, token, expiresAt: sql`now() + interval '30 days'` })
      people.push({ id, cookie: cookieOf(token), crawlId: '', pageIds: [], chatIds: [] })
    }
    const [first] = people
    if (!first) throw new Error('at least one site is required')
    await startCrawl(services, { userId: first.id, url: sites[0] ?? '', maxPages: PAGES_EACH, maxDepth: 3 })
    await waitFor(
      'the first crawls to end',
      async () =>
        (await db.$count(crawls, sql`finished_at is null`)) === 0 &&
        (await db.$count(pages, sql`analysis = 'pending'`)) === 0,
      CRAWLS_TIMEOUT_MS,
    )
    await copyCrawl(first.id)
    for (const person of people) {
      person.crawlId =
        (await db.select({ id: crawls.id }).from(crawls).where(eq(crawls.userId, person.id)))[0]?.id ?? ''
      person.pageIds = (await db.select({ id: pages.id }).from(pages).where(eq(pages.userId, person.id))).map(
        ({ id }) => id,
      )
      await saveFirstChat(person)
    }
    await copyFirstChats()
    for (const person of people) {
      person.chatIds = (
        await db.select({ id: savedChats.id }).from(savedChats).where(eq(savedChats.userId, person.id))
      ).map(({ id }) => id)
    }
    await db.execute(sql`analyze`)
    return people
  } finally {
    await worker.close(1_000)
    await services.close()
  }

  /** A copy's id is a hash of the original's id and the owner's, with the version and variant digits of a UUID v4. */
  async function copyCrawl(firstId: string) {
    const copyOf = (column: string, owner = 'u.id') =>
      sql.raw(`overlay(overlay(md5(${column}::text || ${owner}) placing '4' from 13) placing 'a' from 17)::uuid`)
    const others = sql`join users u on u.id <> ${firstId}`
    await db.execute(sql`
      insert into crawls select (jsonb_populate_record(c, jsonb_build_object('id', ${copyOf('c.id')}, 'user_id', u.id))).*
        from crawls c ${others} where c.user_id = ${firstId}`)
    await db.execute(sql`
      insert into pages select (jsonb_populate_record(p, jsonb_build_object(
               'id', ${copyOf('p.id')}, 'user_id', u.id, 'crawl_id', ${copyOf('p.crawl_id')}))).*
        from pages p ${others} where p.user_id = ${firstId}`)
  }

  async function saveFirstChat({ id: userId, pageIds }: Person) {
    const chat_history = Array.from({ length: MESSAGES_EACH }, (_, n) => ({
      role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${n}, ${'about a subject of this site '.repeat(5)}`,
    }))
    await saveChat(
      { db, queue: services.queue },
      { userId, title: FIRST_TITLE, crawled_pages: pageIds, selected_pages: pageIds, chat_history },
    )
  }

  /** Copies each user's first chat with SQL, which is much faster than saving chats one by one. */
  async function copyFirstChats() {
    await db.execute(sql`
      insert into saved_chats (user_id, notebook_id, title, created_at)
      select user_id, notebook_id, 'Chat ' || n, now() - make_interval(hours => n) from saved_chats, generate_series(2, ${CHATS_EACH}::int) n`)
    const from = (columns: string, table: string) => sql`
      insert into ${sql.raw(table)} (chat_id, ${sql.raw(columns)})
      select other.id, ${sql.raw(columns)} from saved_chats first
        join ${sql.raw(table)} on chat_id = first.id
        join saved_chats other on other.user_id = first.user_id and other.id <> first.id
       where first.title = ${FIRST_TITLE}
       order by ${sql.raw(table)}.position`
    await db.execute(from('page_id, selected', 'chat_pages'))
    await db.execute(from('role, content', 'chat_messages'))
  }
}

/** Better Auth's cookie format: the token and its HMAC-SHA256 in base64. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', APP_SECRET).update(token).digest('base64')
  return `readback.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
