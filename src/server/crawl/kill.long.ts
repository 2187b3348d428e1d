import { afterEach, describe, expect, it } from 'vitest'
import { startPostgresServer } from '#test/postgres-server.ts'
import { GRANT, killsAskedFor, killWhileReading, openParts, openUnderFire } from '#test/read-under-fire.ts'

const PAGES = 500
/** Fewer for a first look: `KILLS=5 npm run test:long -- kill`. */
const KILLS = killsAskedFor(50)
/** So slow that there are pages left for every kill. */
const PAGE_MS = 60

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

describe.each([
  ['the embedded database', { resumesWithinMs: 10_000 }],
  ['PostgreSQL', { resumesWithinMs: 30_000 }],
])(`killed ${KILLS} times in a crawl of ${PAGES} pages, on %s`, (database, { resumesWithinMs }) => {
  it('stores and charges every page exactly once, and goes on by itself each time', async () => {
    const site = await openParts([{ name: 'page', pages: PAGES }], PAGE_MS)
    closing.push(() => site.close())
    const postgres = database === 'PostgreSQL' ? await startPostgresServer({ durable: true }) : null
    if (postgres) closing.push(() => postgres.stop())
    const fire = await openUnderFire(site, postgres?.url)
    closing.push(() => fire.server.close())

    const { body } = await fire.person.post('/api/crawls', { url: `${site.origin}/page`, maxPages: PAGES, maxDepth: 2 })
    const { crawls, resumedMs } = await killWhileReading(fire, [body.id], { kills: KILLS, pages: PAGES })

    const [crawl] = crawls
    expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
    expect(crawl?.pages).toHaveLength(PAGES)
    expect(new Set(crawl?.pages.map(({ url }) => url)).size).toBe(PAGES)
    expect((await fire.person.get('/api/credits')).body.credits_count).toBe(GRANT - PAGES)
    expect(site.requests.filter(({ path }) => path.startsWith('/page')).length).toBeLessThanOrEqual(PAGES + KILLS)
    expect(Math.max(...resumedMs)).toBeLessThan(resumesWithinMs)
  }, 1_800_000)
})
