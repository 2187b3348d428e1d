/** Kills a real server repeatedly while it crawls, and reports the outcome. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from './auth-requests.ts'
import type { Client } from './client.ts'
import { type RunningServer, startServer } from './running-server.ts'
import { waitFor } from './wait-for.ts'
import { openWebsite, type Website } from './website.ts'

/** The initial credits of the enterprise plan. */
export const GRANT = 3000

/** The environment variable KILLS, else `fallback`. */
export const killCount = (fallback: number) => Number(process.env['KILLS'] ?? fallback)

/** Opens a slow site with sections of `pages` pages each, of which `unlinked` are only in its sitemap. */
export async function openSlowSections(
  sections: readonly { name: string; pages: number; unlinked?: number }[],
  pageMs: number,
): Promise<Website> {
  const site = await openWebsite({})
  const slowly =
    (body: string) =>
    async (_: unknown, response: { setHeader(name: string, value: string): void; end(body: string): void }) => {
      await sleep(pageMs)
      response.setHeader('content-type', 'text/html')
      response.end(body)
    }
  const sitemap: string[] = []
  for (const { name, pages, unlinked = 0 } of sections) {
    // The section's start page is the remaining one.
    const paths = Array.from({ length: pages - 1 }, (_, index) => `/${name}/${index + 1}`)
    const links = paths.slice(unlinked).map((path) => `<a href="${path}">${path}</a>`)
    sitemap.push(...paths.slice(0, unlinked))
    site.set(`/${name}`, slowly(`<title>All</title><main><p>All the pages of ${name}.</p>${links.join(' ')}</main>`))
    for (const path of paths) {
      site.set(
        path,
        slowly(
          `<title>${path}</title><main><p>This is page ${path} of a site that is crawled during kills.</p></main>`,
        ),
      )
    }
  }
  const locations = sitemap.map((path) => `<url><loc>${site.origin}${path}</loc></url>`)
  site.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${locations.join('')}</urlset>`,
  })
  return site
}

/** Starts a server that may crawl `site`, and signs up a user with the enterprise plan. */
export async function openCrawlingServer(
  site: Website,
  databaseUrl?: string,
  settings: Record<string, string> = {},
): Promise<{ server: RunningServer; person: Client }> {
  const server = await startServer({
    ALLOW_PRIVATE_HOSTS: site.host,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...settings,
  })
  const email = 'reader@example.org'
  const person = await createUser(server, email)
  await server.admin(['tier', email, 'enterprise'])
  return { server, person }
}

export type CrawlResult = {
  status: string
  finishedAt: string | null
  pages: { url: string }[]
  progress: { pagesCrawled: number }
}

/**
 * Kills the server `kills` times, spread over the crawls with varying delays, and waits for the crawls to end.
 * `resumedMs` is, for each kill, the time from the restart to the next stored page.
 */
export async function killDuringCrawls(
  { server, person }: { server: RunningServer; person: Client },
  ids: readonly string[],
  { kills, pages }: { kills: number; pages: number },
): Promise<{ crawls: CrawlResult[]; resumedMs: number[] }> {
  const readCrawls = async () =>
    Promise.all(ids.map(async (id): Promise<CrawlResult> => (await person.get(`/api/crawls/${id}?content=false`)).body))
  const storedPages = async () => (await readCrawls()).reduce((sum, crawl) => sum + crawl.progress.pagesCrawled, 0)
  const resumedMs: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    const target = Math.floor((kill * pages) / (kills + 1))
    await waitFor(`${target} pages`, async () => (await storedPages()) >= target, 60_000)
    await sleep((kill * 37) % 100)
    const startedAt = performance.now()
    await server.restart('SIGKILL')
    const before = await storedPages()
    if (before >= pages) throw new Error('The crawl ended before the last kill: increase pageMs')
    await waitFor('the next page', async () => (await storedPages()) > before, 60_000)
    resumedMs.push(performance.now() - startedAt)
  }
  const crawls = await waitFor(
    'the crawls to end',
    async () => {
      const current = await readCrawls()
      return current.every(({ finishedAt }) => finishedAt) && current
    },
    120_000,
  )
  return { crawls, resumedMs }
}
