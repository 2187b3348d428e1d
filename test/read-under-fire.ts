/** Kills a real server again and again while it crawls, and tells what came of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from './app.ts'
import { type Client, createClient } from './client.ts'
import { type RunningServer, startServer } from './running-server.ts'
import { waitFor } from './wait-for.ts'
import { openWebsite, type Website } from './website.ts'

/** Credits of the enterprise plan, which the person of this test has. */
export const GRANT = 3000

/** KILLS of the environment, else `usual`. */
export const killsAskedFor = (usual: number) => Number(process.env['KILLS'] ?? usual)

/** A site of several parts of `pages` pages each, of which `unlinked` are found in its sitemap alone. */
export async function openParts(parts: readonly { name: string; pages: number; unlinked?: number }[], pageMs: number): Promise<Website> {
  const site = await openWebsite({})
  const slowly = (body: string) => async (_: unknown, response: { setHeader(name: string, value: string): void; end(body: string): void }) => {
    await sleep(pageMs)
    response.setHeader('content-type', 'text/html')
    response.end(body)
  }
  const listed: string[] = []
  for (const { name, pages, unlinked = 0 } of parts) {
    // The start page is one of them.
    const paths = Array.from({ length: pages - 1 }, (_, index) => `/${name}/${index + 1}`)
    const links = paths.slice(unlinked).map((path) => `<a href="${path}">${path}</a>`)
    listed.push(...paths.slice(0, unlinked))
    site.set(`/${name}`, slowly(`<title>All</title><main><p>All the pages of ${name}.</p>${links.join(' ')}</main>`))
    for (const path of paths) {
      site.set(path, slowly(`<title>${path}</title><main><p>This is page ${path} of a site that is read under fire.</p></main>`))
    }
  }
  const locations = listed.map((path) => `<url><loc>${site.origin}${path}</loc></url>`)
  site.set('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: `<urlset>${locations.join('')}</urlset>` })
  return site
}

/** A server that may read `site`, and somebody signed in there with an enterprise plan. */
export async function openUnderFire(site: Website, databaseUrl?: string, settings: Record<string, string> = {}): Promise<{ server: RunningServer; person: Client }> {
  const server = await startServer({ ALLOW_PRIVATE_HOSTS: site.host, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...settings })
  const email = 'reader@example.org'
  const person = createClient(server.url)
  await person.post('/api/auth/sign-up/email', { email, password: PASSWORD })
  await person.post('/api/auth/email-otp/verify-email', { email, otp: await server.codeFor(email) })
  await server.admin(['tier', email, 'enterprise'])
  return { server, person }
}

export type ReadCrawl = { status: string; finishedAt: string | null; pages: { url: string }[]; progress: { pagesCrawled: number } }

/**
 * Kills the server `kills` times, spread over the crawls' pages and at odd moments, and waits for their end.
 * `resumedMs` has, for each kill, how long after the new start the next page was stored.
 */
export async function killWhileReading(
  { server, person }: { server: RunningServer; person: Client },
  ids: readonly string[],
  { kills, pages }: { kills: number; pages: number },
): Promise<{ crawls: ReadCrawl[]; resumedMs: number[] }> {
  const look = async () =>
    Promise.all(ids.map(async (id): Promise<ReadCrawl> => (await person.get(`/api/crawls/${id}?content=false`)).body))
  const stored = async () => (await look()).reduce((sum, crawl) => sum + crawl.progress.pagesCrawled, 0)
  const resumedMs: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    const wanted = Math.floor((kill * pages) / (kills + 1))
    await waitFor(`${wanted} pages`, async () => (await stored()) >= wanted, 60_000)
    await sleep((kill * 37) % 100)
    const startedAt = performance.now()
    await server.restart('SIGKILL')
    const before = await stored()
    if (before >= pages) throw new Error('The crawl was over before the last kill: let the site answer more slowly')
    await waitFor('the next page', async () => (await stored()) > before, 60_000)
    resumedMs.push(performance.now() - startedAt)
  }
  const crawls = await waitFor('the crawls to end', async () => {
    const now = await look()
    return now.every(({ finishedAt }) => finishedAt) && now
  }, 120_000)
  return { crawls, resumedMs }
}
