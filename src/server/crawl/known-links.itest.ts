import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { crawls, frontier, users } from '#server/db/schema/index.ts'
import { openTestDatabase } from '#test/database.ts'
import { insertLinks, type LinkRow } from './frontier.ts'
import { rememberLinks } from './known-links.ts'

const Changed = z.object({ rows: z.array(z.object({ state: z.string() })) })

it('changes nothing that the database would have kept, in whatever order links are found and whoever else walks', { timeout: 60_000 }, async () => {
  const { db } = await openTestDatabase()
  const random = randomFrom(7)
  const any = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T // of none that is empty
  for (let round = 0; round < 12; round++) {
    const [whole, spared] = [await newCrawl(), await newCrawl()]
    const memory = rememberLinks(round % 3 === 0 ? 10 : 1_000)
    let [sent, left] = [0, 0]
    for (let page = 0; page < 25; page++) {
      const rows = [...new Set(Array.from({ length: 8 }, () => Math.floor(random() * 30)))].map((n) => linkTo(n, page))
      const known = memory.of(spared)
      const elsewhere = random() < 0.2
      const news = elsewhere ? rows : known.news(rows)
      expect(await add(spared, news)).toBe(await add(whole, rows))
      if (!elsewhere) known.remember(news)
      sent += news.length
      left += rows.length - news.length
      // The walk itself takes a page, and may find no more than a reason to skip it.
      const taken = `u${Math.floor(random() * 30)}`
      const becomes = any([sql`'stored', null`, sql`'skipped', 'http-error'`, sql`'skipped', 'beyond-limit'`])
      for (const id of [whole, spared]) {
        await db.execute(sql`update frontier set (state, reason) = (select ${becomes}) where crawl_id = ${id}::uuid and url = ${taken} and state = 'waiting'`)
      }
    }
    expect(await frontierOf(spared)).toEqual(await frontierOf(whole))
    expect(left).toBeGreaterThan(0)
    expect(sent).toBeGreaterThan(0)
  }

  function linkTo(n: number, page: number): LinkRow {
    const shared = { url: `u${n}`, depth: Math.min(page, 9) }
    const reason = any([null, null, 'beyond-depth', 'nofollow', 'excluded-type'] as const)
    return reason
      ? { ...shared, fetch_url: '', state: 'skipped', reason, detail: `of page ${page}` }
      : { ...shared, fetch_url: `u${n}/`, state: 'waiting', reason: null, detail: '' }
  }

  async function newCrawl() {
    await db.insert(users).values({ id: 'walker', name: 'w', email: 'w@example.com' }).onConflictDoNothing()
    const site = { url: 'http://a', protocol: 'http:', host: 'a', pathPrefix: '' } as const
    const id = randomUUID()
    await db.insert(crawls).values({ id, userId: 'walker', ...site, maxPages: 1, maxDepth: 1 })
    return id
  }

  async function add(crawlId: string, rows: LinkRow[]) {
    const changed = await db.execute(sql`${insertLinks(crawlId, rows, sql`true`)} returning state`)
    return Changed.parse(changed).rows.filter(({ state }) => state === 'waiting').length
  }

  async function frontierOf(crawlId: string) {
    const { url, state, reason, depth, detail, fetchUrl } = frontier
    return db
      .select({ url, state, reason, depth, detail, fetchUrl })
      .from(frontier)
      .where(eq(frontier.crawlId, crawlId))
      .orderBy(asc(frontier.url))
  }
})

it('forgets the crawl walked longest ago when it is full, and learns no more of a crawl that fills it alone', () => {
  const memory = rememberLinks(3)
  const row = (url: string) => ({ url, fetch_url: url, depth: 1, state: 'waiting', reason: null, detail: '' }) as const
  memory.of('old').remember([row('a'), row('b')])
  memory.of('new').remember([row('a'), row('b')])
  expect(memory.of('new').news([row('a'), row('b')])).toEqual([])
  expect(memory.of('old').news([row('a')])).toEqual([row('a')])
  memory.of('new').remember([row('c'), row('d')])
  expect(memory.of('new').news([row('b'), row('c'), row('d')])).toEqual([row('d')])
})

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296
}
