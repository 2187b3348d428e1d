import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { newTestDatabase, onlyOnPostgres } from '#test/database.ts'
import { GRANT, killWhileReading, openParts, openUnderFire } from '#test/read-under-fire.ts'
import type { RunningServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import type { Website } from '#test/website.ts'

const PAGES = 60
const KILLS = 3

let site: Website
let fire: { server: RunningServer; person: Client }
let databaseUrl: string | undefined

beforeAll(async () => {
  site = await openParts(
    [
      { name: 'page', pages: PAGES },
      { name: 'one', pages: 30 },
      { name: 'two', pages: 30, unlinked: 15 },
    ],
    25,
  )
  databaseUrl = (await newTestDatabase()).databaseUrl
  fire = await openUnderFire(site, databaseUrl)
}, 120_000)

afterAll(async () => {
  await fire?.server.close()
  await site?.close()
})

async function start(path: string, maxPages: number, settings = {}): Promise<string> {
  const wish = { url: `${site.origin}${path}`, maxPages, maxDepth: 2, settings }
  return (await fire.person.post('/api/crawls', wish)).body.id
}

const credits = async () => (await fire.person.get('/api/credits')).body.credits_count
const fetched = (parts: RegExp) => site.requests.filter(({ path }) => parts.test(path)).length

describe('killed without warning in the middle of a crawl', () => {
  it('goes on by itself; every page is stored and charged exactly once, and at most the page in hand is fetched again', async () => {
    const id = await start('/page', PAGES)
    const { crawls } = await killWhileReading(fire, [id], { kills: KILLS, pages: PAGES })

    expect(crawls).toMatchObject([{ status: 'finished', progress: { pagesCrawled: PAGES } }])
    expect(new Set(crawls[0]?.pages.map(({ url }) => url)).size).toBe(PAGES)
    expect(crawls[0]?.pages).toHaveLength(PAGES)
    expect(await credits()).toBe(GRANT - PAGES)
    expect(fetched(/^\/page/)).toBeLessThanOrEqual(PAGES + KILLS)
  }, 180_000)

  it('does so too when two crawls share a host, one of them with what the sitemap lists', async () => {
    const before = await credits()
    const ids = [await start('/one', 30), await start('/two', 30, { sitemap: true })]
    const { crawls } = await killWhileReading(fire, ids, { kills: 2, pages: 60 })

    for (const crawl of crawls) {
      expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: 30 } })
      expect(new Set(crawl.pages.map(({ url }) => url)).size).toBe(30)
      expect(crawl.pages).toHaveLength(30)
    }
    expect(await credits()).toBe(before - 60)
    // One page of the host is in hand at a time, whichever crawl it is of.
    expect(fetched(/^\/(one|two)/)).toBeLessThanOrEqual(60 + 2)
  }, 180_000)

  it('reads the sitemap again when it dies over it', async () => {
    const gate = site.hold('/sitemap.xml')
    const unlinked = '/three/listed'
    site.set('/three', '<title>Three</title><main><p>The third part of this site.</p></main>')
    site.set(unlinked, '<title>Listed</title><main><p>This page of the third part is listed only.</p></main>')
    site.set('/sitemap.xml', { headers: { 'content-type': 'text/xml' }, body: `<urlset><url><loc>${site.origin}${unlinked}</loc></url></urlset>` })
    const id = await start('/three', 5, { sitemap: true })
    await gate.asked
    await fire.server.restart('SIGKILL')
    gate.release()
    const { crawls } = await killWhileReading(fire, [id], { kills: 0, pages: 2 })
    expect(crawls[0]?.pages.map(({ url }) => url.replace(site.origin, ''))).toEqual(['/three', '/three/listed'])
  }, 60_000)

  // The embedded database has no second session that could hold a page up on its way.
  onlyOnPostgres(() => {
    it('asks only for the page in hand again when it dies while the one before is being stored', async () => {
      const names = [1, 2, 3, 4].map((n) => `/four/${n}`)
      const paths = ['/four', ...names]
      for (const path of paths) site.set(path, `<title>${path}</title><main><p>Page ${path}.</p>${names.map((name) => `<a href="${name}">x</a>`).join(' ')}</main>`)
      const stands = new Postgres({ connectionString: databaseUrl })
      await stands.connect()
      const [first, gate] = [site.hold('/four/2'), site.hold('/four/3')]
      const id = await start('/four', paths.length)
      await first.asked
      await waitFor('the page before', async () => (await fire.person.get(`/api/crawls/${id}`)).body.progress.pagesCrawled === 2)
      await stands.query('begin')
      // /four/2 cannot be charged while this holds the balance; /four/3 is asked for meanwhile.
      await stands.query('select 1 from user_credits for update')
      first.release()
      await gate.asked
      await fire.server.restart('SIGKILL')
      // The server's half of the statement would go on by itself.
      await stands.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%deduct_credits%'`)
      await stands.query('rollback')
      await stands.end()
      gate.release()
      const { crawls } = await killWhileReading(fire, [id], { kills: 0, pages: paths.length })
      expect(crawls[0]?.pages).toHaveLength(paths.length)
      expect(site.requests.filter(({ path }) => path.startsWith('/four')).map(({ path }) => path)).toEqual(['/four', '/four/1', '/four/2', '/four/3', '/four/3', '/four/4'])
    }, 60_000)
  })
})
