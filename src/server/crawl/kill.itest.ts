import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Usage } from '#shared/billing.ts'
import type { Client } from '#test/client.ts'
import { newTestDatabase, onlyOnPostgres } from '#test/database.ts'
import { killDuringCrawls, openSlowSections, openCrawlingServer } from '#test/kill-during-crawls.ts'
import type { RunningServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import type { Website } from '#test/website.ts'

/** Of each of two crawls: more than are read before and during a kill. */
const PAGES = 12

let site: Website
let fire: { server: RunningServer; person: Client }
let databaseUrl: string | undefined

beforeAll(async () => {
  site = await openSlowSections(
    [
      { name: 'one', pages: PAGES },
      { name: 'two', pages: PAGES, unlinked: PAGES / 2 },
    ],
    60,
  )
  const database = await newTestDatabase()
  databaseUrl = database.databaseUrl
  fire = await openCrawlingServer(site, databaseUrl, { DATA_DIR: database.dataDir })
}, 120_000)

afterAll(async () => {
  await fire?.server.close()
  await site?.close()
})

async function start(path: string, maxPages: number, settings = {}): Promise<string> {
  const request = { url: `${site.origin}${path}`, maxPages, maxDepth: 2, settings }
  return (await fire.person.post('/api/crawls', request)).body.id
}

/** From the ledger: at midnight (UTC) the balance of a paid plan is refilled. */
async function chargedPages(): Promise<number> {
  const { days }: Usage = (await fire.person.get('/api/usage')).body
  return days.reduce((sum, { spent }) => sum + spent, 0)
}
const fetched = (parts: RegExp) => site.requests.filter(({ path }) => parts.test(path)).length

describe('a server killed in the middle of a crawl', () => {
  it('continues two crawls of one host, reads their sitemap again, stores and charges every page exactly once, and fetches at most the current page again [kill-1]', async () => {
    const ids = [await start('/one', PAGES)]
    const gate = site.hold('/sitemap.xml')
    ids.push(await start('/two', PAGES, { sitemap: true }))
    await gate.asked
    await fire.server.restart('SIGKILL')
    gate.release()
    const { crawls } = await killDuringCrawls(fire, ids, { kills: 1, pages: 2 * PAGES })

    for (const crawl of crawls) {
      expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
      expect(new Set(crawl.pages.map(({ url }) => url)).size).toBe(PAGES)
      expect(crawl.pages).toHaveLength(PAGES)
    }
    expect(await chargedPages()).toBe(2 * PAGES)
    // One request per host at a time, so each of the two kills interrupts at most one page.
    expect(fetched(/^\/(one|two)/)).toBeLessThanOrEqual(2 * PAGES + 2)
  }, 180_000)

  it('writes one report when it was killed while sending it, and sends it again with the same id [kill-2]', async () => {
    const { person, server } = fire
    const lamps = (words: string) => `<title>Lamps</title><main><p>The lamps of this harbour are ${words}.</p></main>`
    site.set('/five', '<title>Five</title><main><p>The fifth part of this site.</p><a href="/five/lamps">x</a></main>')
    site.set('/five/lamps', lamps('red'))
    const crawl = await start('/five', 2)
    await killDuringCrawls(fire, [crawl], { kills: 0, pages: 2 })
    const ids = (await person.get(`/api/crawls/${crawl}`)).body.pages.map(({ id }: { id: string }) => id)
    const lists = { crawled_pages: ids, selected_pages: ids, chat_history: [] }
    const { body: chat } = await person.post('/api/chats', { title: 'Lamps', ...lists })
    const changes = `/api/notebooks/${chat.notebook_id}/changes`
    const delivered: unknown[] = []
    site.set('/hook', (request, response) => {
      delivered.push(request.headers['readback-delivery'])
      response.writeHead(204).end()
    })
    await person.put(`${changes}/webhook`, { url: `${site.origin}/hook` })

    site.set('/five/lamps', lamps('green'))
    const hook = site.hold('/hook')
    await person.post(`/api/chats/${chat.id}/changes`)
    await hook.asked
    await server.restart('SIGKILL')
    hook.release()
    const reports = await waitFor(
      'the delivery',
      async () => {
        const { body } = await person.get(changes)
        return body.reports?.[0]?.delivery.status === 'delivered' && body.reports
      },
      90_000,
    )
    expect(reports).toMatchObject([{ counts: { changed: 1, added: 0 }, delivery: { attempts: [{ status: 204 }] } }])
    expect(new Set(delivered)).toEqual(new Set([reports[0].id]))
  }, 180_000)

  // The embedded database has no second session that could block the transaction.
  onlyOnPostgres(() => {
    it('fetches only the current page again when it was killed while storing the one before [kill-3]', async () => {
      const names = Array.from({ length: 12 }, (_, n) => `/four/${n + 1}`)
      const paths = ['/four', ...names]
      const links = names.map((name) => `<a href="${name}">x</a>`).join(' ')
      const blocker = new Postgres({ connectionString: databaseUrl })
      await blocker.connect()
      let prefetched: string | undefined
      /** When the page before this one is not stored yet: holds the request, and blocks the charge for that page. */
      async function isHeld(path: string) {
        if (prefetched || path === '/four') return false
        await blocker.query('begin')
        await blocker.query('select 1 from user_credits for update')
        const { rows } = await blocker.query(`select 1 from pages where url like '%/four%'`)
        if (rows.length < paths.indexOf(path)) prefetched = path
        else await blocker.query('rollback')
        return prefetched === path
      }
      for (const path of paths) {
        site.set(path, async (_, response) => {
          if (await isHeld(path)) return
          response.setHeader('content-type', 'text/html')
          response.end(`<title>${path}</title><main><p>Page ${path}.</p>${links}</main>`)
        })
      }
      const id = await start('/four', paths.length)
      // Not of a fixed page: that one may be stored before the next is requested, or be the last of the crawl's time
      // slice.
      const held = await waitFor('a page that is requested before the one before it is stored', () => prefetched)
      const charging = await waitFor('the charge', async () => {
        const { rows } = await blocker.query<{ pid: number }>(
          'select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
        )
        return rows.length > 0 && rows.map(({ pid }) => pid)
      })
      process.kill(fire.server.pid(), 'SIGKILL')
      // PostgreSQL continues the statement of the killed process, whose locks a start waits for.
      await blocker.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [charging])
      await fire.server.restart('SIGKILL')
      await blocker.query('rollback')
      await blocker.end()
      const { crawls } = await killDuringCrawls(fire, [id], { kills: 0, pages: paths.length })
      expect(crawls[0]?.pages).toHaveLength(paths.length)
      const requested = site.requests.filter(({ path }) => path.startsWith('/four')).map(({ path }) => path)
      expect(requested).toEqual(paths.flatMap((path) => (path === held ? [path, path] : [path])))
    }, 180_000)
  })
})
