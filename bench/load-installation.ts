/** An installation as it is after some weeks: people who are signed in, each with a crawled site and saved chats. */
import { createHmac, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { openAccount } from '#server/account/open-account.ts'
import { saveChat } from '#server/chat/save-chat.ts'
import { readConfig } from '#server/config.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { crawls, pages, sessions, userCredits, users } from '#server/db/schema/index.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openServices } from '#server/services.ts'
import { silentLog } from '#test/silent-log.ts'
import { waitFor } from '#test/wait-for.ts'

export const APP_SECRET = 'a secret of the load bench, long enough for it'
const CHATS_EACH = 20
const MESSAGES_EACH = 10
const PAGES_EACH = 5
const LONG = 10 * 60_000

/** A person, as far as the bench must know it. */
export type Person = { id: string; cookie: string; crawlId: string; pageIds: string[]; chatIds: string[] }

type Place = { dataDir: string; databaseUrl: string | undefined; sites: readonly string[] }

/**
 * Makes one person for each site, and lets the product itself crawl five pages of it for them. Sessions are rows with a
 * cookie signed as the product signs it: a password takes long to hash on purpose.
 */
export async function fillInstallation({ dataDir, databaseUrl, sites }: Place): Promise<Person[]> {
  const hosts = sites.map((site) => new URL(site).host).join(',')
  const config = { ...readConfig({ CRAWL_DELAY_MS: '0', ALLOW_PRIVATE_HOSTS: hosts, APP_SECRET }), dataDir, databaseUrl, production: true }
  const services = await openServices(config, silentLog)
  const worker = await startWorker(services)
  const { db } = services
  try {
    const people: Person[] = []
    for (const site of sites) {
      const id = randomUUID()
      const token = randomUUID()
      await db.insert(users).values({ id, name: 'A person', email: `${id}@example.org`, emailVerified: true })
      await openAccount(db, id, 'enterprise')
      await db.update(userCredits).set({ creditsCount: 10_000 }).where(eq(userCredits.userId, id))
      await db.insert(sessions).values({ id: randomUUID(), userId: id, token, expiresAt: sql`now() + interval '30 days'` })
      const { id: crawlId } = await startCrawl(services, { userId: id, url: site, maxPages: PAGES_EACH, maxDepth: 3 })
      people.push({ id, cookie: cookieOf(token), crawlId, pageIds: [], chatIds: [] })
    }
    await waitFor(
      'the first crawls to end',
      async () => (await db.$count(crawls, sql`finished_at is null`)) === 0 && (await db.$count(pages, sql`analysis = 'pending'`)) === 0,
      LONG,
    )
    for (const person of people) {
      const own = await db.select({ id: pages.id }).from(pages).where(eq(pages.userId, person.id))
      person.pageIds = own.map(({ id }) => id)
      for (let number = 1; number <= CHATS_EACH; number += 1) person.chatIds.push(await save(person, number))
    }
    await db.execute(sql`analyze`)
    return people
  } finally {
    await worker.close(1_000)
    await services.close()
  }

  async function save({ id: userId, pageIds }: Person, number: number): Promise<string> {
    const chat_history = Array.from({ length: MESSAGES_EACH }, (_, n) => ({
      role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${n} of chat ${number}, ${'about a subject of this site '.repeat(5)}`,
    }))
    const { id } = await saveChat({ db }, { userId, title: `Chat ${number}`, crawled_pages: pageIds, selected_pages: pageIds, chat_history })
    return id
  }
}

/** As Better Auth writes it: the token and its HMAC-SHA256 in base64. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', APP_SECRET).update(token).digest('base64')
  return `readback.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
