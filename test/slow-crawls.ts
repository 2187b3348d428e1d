/** Crawls that stay in progress for the duration of a test. */
import type { Client } from './client.ts'
import { waitFor } from './wait-for.ts'
import type { Website } from './website.ts'

const page = '<title>Home</title><main><p>A page about nothing in particular, and more of it.</p></main>'
export const threePages = { '/': `${page}<a href="/one">one</a><a href="/two">two</a>`, '/one': page, '/two': page }

/** Settings with a delay so long that a crawl stays at its first page. */
export const slowCrawls = (site: Website) => ({
  allowPrivateHosts: [site.host],
  crawlDelayMs: { from: 600_000, to: 600_000 },
})

/** Starts a crawl and waits until its first page is stored. */
export async function startSlowCrawl(owner: Client, site: Website): Promise<string> {
  const { body } = await owner.post('/api/crawls', { url: site.origin, maxPages: 3 })
  await waitFor(
    'the first page',
    async () => (await owner.get(`/api/crawls/${body.id}`)).body.progress.pagesCrawled === 1,
  )
  return body.id
}
