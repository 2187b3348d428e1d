import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { crawls, frontier, users } from '#server/platform/db/schema/index.ts'
import { openTestDatabase } from '#test/database.ts'
import { insertLinks, type LinkRow } from './frontier.ts'
import { createLinkCache } from './link-cache.ts'

it(
  'leads to the same frontier as sending every link, in any order and with other processes crawling',
  { timeout: 60_000 },
  async () => {
    const { db } = await openTestDatabase()
    const random = randomFrom(7)
    const any = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T // Never called with an empty list.
    for (let round = 0; round < 12; round++) {
      const [uncached, cached] = [await newCrawl(), await newCrawl()]
      const cache = createLinkCache(round % 3 === 0 ? 10 : 1_000)
      let [sent, left] = [0, 0]
      for (let page = 0; page < 25; page++) {
        const rows = [...new Set(Array.from({ length: 8 }, () => Math.floor(random() * 30)))].map((n) =>
          linkTo(n, page),
        )
        const known = cache.ofCrawl(cached)
        const elsewhere = random() < 0.2
        const newRows = elsewhere ? rows : known.withoutKnown(rows)
        expect(await insertLinks(db, cached, newRows)).toEqual(await insertLinks(db, uncached, rows))
        if (!elsewhere) known.remember(newRows)
        sent += newRows.length
        left += rows.length - newRows.length
        // The crawl itself stores or skips a page.
        const taken = `u${Math.floor(random() * 30)}`
        const becomes = any([sql`'stored', null`, sql`'skipped', 'http-error'`, sql`'skipped', 'beyond-limit'`])
        for (const id of [uncached, cached]) {
          await db.execute(
            sql`update frontier set (state, reason) = (select ${becomes}) where crawl_id = ${id}::uuid and url = ${taken} and state = 'waiting'`,
          )
        }
      }
      expect(await frontierOf(cached)).toEqual(await frontierOf(uncached))
      expect(left).toBeGreaterThan(0)
      expect(sent).toBeGreaterThan(0)
    }

    function linkTo(n: number, page: number): LinkRow {
      const shared = { url: `u${n}`, depth: Math.min(page, 9) }
      const reason = any([null, null, 'beyond-depth', 'nofollow', 'excluded-type'] as const)
      return reason
        ? { ...shared, fetchUrl: '', state: 'skipped', reason, detail: `of page ${page}` }
        : { ...shared, fetchUrl: `u${n}/`, state: 'waiting', reason: null, detail: '' }
    }

    async function newCrawl() {
      await db.insert(users).values({ id: 'walker', name: 'w', email: 'w@example.com' }).onConflictDoNothing()
      const site = { url: 'http://a', protocol: 'http:', host: 'a', pathPrefix: '' } as const
      const id = randomUUID()
      await db.insert(crawls).values({ id, userId: 'walker', ...site, maxPages: 1, maxDepth: 1 })
      return id
    }

    async function frontierOf(crawlId: string) {
      const { url, state, reason, depth, detail, fetchUrl } = frontier
      return db
        .select({ url, state, reason, depth, detail, fetchUrl })
        .from(frontier)
        .where(eq(frontier.crawlId, crawlId))
        .orderBy(asc(frontier.url))
    }
  },
)

it('evicts the least recently used crawl when full, and stops growing when one crawl fills it', () => {
  const cache = createLinkCache(3)
  const row = (url: string) => ({ url, fetchUrl: url, depth: 1, state: 'waiting', reason: null, detail: '' }) as const
  cache.ofCrawl('old').remember([row('a'), row('b')])
  cache.ofCrawl('new').remember([row('a'), row('b')])
  expect(cache.ofCrawl('new').withoutKnown([row('a'), row('b')])).toEqual([])
  expect(cache.ofCrawl('old').withoutKnown([row('a')])).toEqual([row('a')])
  cache.ofCrawl('new').remember([row('c'), row('d')])
  expect(cache.ofCrawl('new').withoutKnown([row('b'), row('c'), row('d')])).toEqual([row('d')])
})

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296
}
