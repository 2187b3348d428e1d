/** Many crawls of many sites by several processes, which are killed meanwhile, and what is in the database afterwards. */
import { Client as Postgres } from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Installation } from './installation.ts'
import { openLiveScreen } from './live-screen.ts'
import type { ManySites } from './many-sites.ts'
import { waitFor } from './wait-for.ts'

export type Outcome = {
  crawls: { status: string; pages: number; stored: number; charged: number; unsummarised: number }[]
  /** Of each person: what is left, and what the ledger says was given and taken. */
  balances: { left: number; given: number; charged: number }[]
  /** For each screen, of which each person has one at every web process: whether it knows the end of each crawl. */
  screens: { told: boolean; opened: number }[]
  kills: number
}

type Reading = { installation: Installation; sites: ManySites; databaseUrl: string; people: number; pages: number }

/**
 * Starts a crawl of every site, shared out among `people` new accounts, and calls `meanwhile` until all have ended; it
 * answers how many processes it has killed.
 */
export async function readByMany(
  { installation, sites, databaseUrl, people, pages }: Reading,
  meanwhile: (running: { stored(): Promise<number>; ended(): boolean }) => Promise<number>,
  withinMs: number,
): Promise<Outcome> {
  const database = new Postgres({ connectionString: databaseUrl })
  await database.connect()
  const rows = async <T>(shape: z.ZodType<T>, text: string) => z.array(shape).parse((await database.query(text)).rows)
  const accounts = await Promise.all(Array.from({ length: people }, (_, each) => installation.enter(`reader-${each}@example.org`)))
  const screens = accounts.flatMap((clients) => clients.map((client) => ({ client, screen: openLiveScreen(client) })))
  try {
    for (const [index, origin] of sites.origins.entries()) {
      const clients = accounts[index % people] ?? []
      const { status, body } = (await clients[index % clients.length]?.post('/api/crawls', { url: origin, maxPages: pages, maxDepth: 2 })) ?? {}
      if (status !== 201) throw new Error(`A crawl was refused: ${status} ${JSON.stringify(body)}`)
    }
    let over = false
    const number = z.object({ number: z.coerce.number() })
    const count = async (text: string) => (await rows(number, text))[0]?.number ?? 0
    const killing = meanwhile({ stored: () => count('select count(*) as number from pages'), ended: () => over })
    await waitFor('all crawls to end', async () => (await count('select count(*) as number from crawls where finished_at is null')) === 0, withinMs)
    over = true
    const kills = await killing
    const expected = sites.origins.length / people
    await waitFor('every screen to know it', () => screens.every(({ screen }) => screen.ended.size === expected), 30_000).catch(() => {})
    return {
      crawls: await rows(CrawlRow, CRAWLS),
      balances: await rows(BalanceRow, BALANCES),
      screens: screens.map(({ screen }) => ({ told: screen.ended.size === expected, opened: screen.opened() })),
      kills,
    }
  } finally {
    await Promise.all(screens.map(({ screen }) => screen.close()))
    await database.end()
  }
}

/** A number of the environment, else `usual`. */
export const numberAskedFor = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** What must be true of it, however many were killed. */
export function expectAllOnce({ crawls, balances, screens }: Outcome, { sites, pages }: { sites: number; pages: number }) {
  expect(crawls).toEqual(Array(sites).fill({ status: 'finished', pages, stored: pages, charged: pages, unsummarised: 0 }))
  for (const { left, given, charged } of balances) expect(left + charged).toBe(given)
  expect(screens.filter(({ told }) => !told), 'every screen is told of the end of each crawl of its person').toEqual([])
}

const CrawlRow = z.object({ status: z.string(), pages: z.number(), stored: z.number(), charged: z.number(), unsummarised: z.number() })
const CRAWLS = `
  select status, pages_crawled as pages,
         (select count(*)::int from pages where crawl_id = crawls.id) as stored,
         (select count(*)::int from credit_ledger where crawl_id = crawls.id and amount = -1) as charged,
         (select count(*)::int from pages where crawl_id = crawls.id and analysis <> 'done') as unsummarised
    from crawls`
const BalanceRow = z.object({ left: z.number(), given: z.number(), charged: z.number() })
const BALANCES = `
  select credits_count as left,
         (select coalesce(sum(amount), 0)::int from credit_ledger where user_id = user_credits.user_id and amount > 0) as given,
         (select coalesce(-sum(amount), 0)::int from credit_ledger where user_id = user_credits.user_id and amount < 0) as charged
    from user_credits`
