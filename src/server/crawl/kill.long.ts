import { afterEach, describe, expect, it } from 'vitest'
import { startPostgresServer } from '#test/postgres-server.ts'
import { GRANT, killCount, killDuringCrawls, openSlowSections, openCrawlingServer } from '#test/kill-during-crawls.ts'

const PAGES = 500
/** `KILLS=5 npm run test:long -- kill` for a shorter run. */
const KILLS = killCount(50)
/** Slow enough that pages are left for every kill. */
const PAGE_MS = 60
const RESUMES_WITHIN_MS = 10_000

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

describe.each(['the embedded database', 'PostgreSQL'])(
  `killed ${KILLS} times in a crawl of ${PAGES} pages, on %s`,
  (database) => {
    it('continues after each kill and stores and charges every page exactly once', async () => {
      const site = await openSlowSections([{ name: 'page', pages: PAGES }], PAGE_MS)
      closing.push(() => site.close())
      const postgres = database === 'PostgreSQL' ? await startPostgresServer({ durable: true }) : null
      if (postgres) closing.push(() => postgres.stop())
      const fire = await openCrawlingServer(site, postgres?.url)
      closing.push(() => fire.server.close())

      const { body } = await fire.person.post('/api/crawls', {
        url: `${site.origin}/page`,
        maxPages: PAGES,
        maxDepth: 2,
      })
      const { crawls, resumedMs } = await killDuringCrawls(fire, [body.id], { kills: KILLS, pages: PAGES })

      const [crawl] = crawls
      expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
      expect(crawl?.pages).toHaveLength(PAGES)
      expect(new Set(crawl?.pages.map(({ url }) => url)).size).toBe(PAGES)
      expect((await fire.person.get('/api/credits')).body.credits_count).toBe(GRANT - PAGES)
      expect(site.requests.filter(({ path }) => path.startsWith('/page')).length).toBeLessThanOrEqual(PAGES + KILLS)
      expect(Math.max(...resumedMs)).toBeLessThan(RESUMES_WITHIN_MS)
    }, 1_800_000)
  },
)
