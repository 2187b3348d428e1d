/** Crawls many sites with several processes that are killed during the crawls, and reports the final database state. */
import { Pool } from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Installation } from './installation.ts'
import { subscribeToCrawls } from './crawl-subscriber.ts'
import type { WebsiteFleet } from './website-fleet.ts'
import { waitFor } from './wait-for.ts'

export type Outcome = {
  crawls: { status: string; pages: number; stored: number; charged: number; unsummarized: number }[]
  /** For each user: the balance, and the credits granted and charged according to the ledger. */
  balances: { left: number; given: number; charged: number }[]
  /** For each event subscriber, one per user and web process: whether it learned of the end of every crawl. */
  subscribers: { isComplete: boolean; connects: number }[]
  kills: number
}

type Setup = { installation: Installation; sites: WebsiteFleet; databaseUrl: string; people: number; pages: number }

/**
 * Starts a crawl of every origin in `sites`, distributed over `people` new accounts. Runs `disturb`, which resolves to
 * the number of kills, until all crawls have ended.
 */
export async function crawlAcrossProcesses(
  { installation, sites, databaseUrl, people, pages }: Setup,
  disturb: (running: { stored(): Promise<number>; ended(): boolean }) => Promise<number>,
  withinMs: number,
): Promise<Outcome> {
  const database = new Pool({ connectionString: databaseUrl, max: 1 })
  // The database may be stopped during the crawls.
  database.on('error', () => {})
  const rows = async <T>(shape: z.ZodType<T>, text: string) => z.array(shape).parse((await database.query(text)).rows)
  const accounts = await Promise.all(
    Array.from({ length: people }, (_, each) => installation.enter(`reader-${each}@example.org`)),
  )
  const subscribers = accounts.flatMap((clients) => clients.map(subscribeToCrawls))
  try {
    for (const [index, origin] of sites.origins.entries()) {
      const clients = accounts[index % people] ?? []
      const { status, body } =
        (await clients[index % clients.length]?.post('/api/crawls', { url: origin, maxPages: pages, maxDepth: 2 })) ??
        {}
      if (status !== 201) throw new Error(`A crawl was refused: ${status} ${JSON.stringify(body)}`)
    }
    let over = false
    const number = z.object({ number: z.coerce.number() })
    const count = async (text: string) => (await rows(number, text))[0]?.number ?? 0
    const disturbing = disturb({ stored: () => count('select count(*) as number from pages'), ended: () => over })
    await waitFor(
      'all crawls to end',
      async () => (await count('select count(*) as number from crawls where finished_at is null')) === 0,
      withinMs,
    )
    over = true
    const kills = await disturbing
    const expected = sites.origins.length / people
    await waitFor(
      'every subscriber to be notified',
      () => subscribers.every(({ ended }) => ended.size === expected),
      30_000,
    ).catch(() => {})
    return {
      crawls: await rows(CrawlRow, CRAWLS),
      balances: await rows(BalanceRow, BALANCES),
      subscribers: subscribers.map(({ ended, connectCount }) => ({
        isComplete: ended.size === expected,
        connects: connectCount(),
      })),
      kills,
    }
  } finally {
    await Promise.all(subscribers.map((subscriber) => subscriber.close()))
    await database.end()
  }
}

export const numberFromEnvironment = (name: string, fallback: number) => Number(process.env[name] ?? fallback)

/** Expects that every page was stored, charged and summarized exactly once, regardless of the kills. */
export function expectEachPageOnce(
  { crawls, balances, subscribers }: Outcome,
  { sites, pages }: { sites: number; pages: number },
) {
  expect(crawls).toEqual(
    Array(sites).fill({ status: 'finished', pages, stored: pages, charged: pages, unsummarized: 0 }),
  )
  for (const { left, given, charged } of balances) expect(left + charged).toBe(given)
  expect(
    subscribers.filter(({ isComplete }) => !isComplete),
    'every subscriber learns of the end of every crawl',
  ).toEqual([])
}

const CrawlRow = z.object({
  status: z.string(),
  pages: z.number(),
  stored: z.number(),
  charged: z.number(),
  unsummarized: z.number(),
})
const CRAWLS = `
  select status, pages_crawled as pages,
         (select count(*)::int from pages where crawl_id = crawls.id) as stored,
         (select count(*)::int from credit_ledger where crawl_id = crawls.id and amount = -1) as charged,
         (select count(*)::int from pages where crawl_id = crawls.id and analysis <> 'done') as unsummarized
    from crawls`
const BalanceRow = z.object({ left: z.number(), given: z.number(), charged: z.number() })
const BALANCES = `
  select credits_count as left,
         (select coalesce(sum(amount), 0)::int from credit_ledger where user_id = user_credits.user_id and amount > 0) as given,
         (select coalesce(-sum(amount), 0)::int from credit_ledger where user_id = user_credits.user_id and amount < 0) as charged
    from user_credits`
