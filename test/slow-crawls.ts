/** Crawls that are in the middle for as long as a test looks at them. */
import type { Client } from './client.ts'
import { waitFor } from './wait-for.ts'
import type { Website } from './website.ts'

const page = '<title>Home</title><main><p>A page about nothing in particular, and more of it.</p></main>'
export const threePages = { '/': `${page}<a href="/one">one</a><a href="/two">two</a>`, '/one': page, '/two': page }

/** The settings under which a crawl of the site can be stopped after its first page. */
export const slowCrawls = (site: Website) => ({
  allowPrivateHosts: [site.host],
  crawlDelayMs: { from: 600_000, to: 600_000 },
})

/** A crawl that has read its first page and waits long before the next. */
export async function startSlowCrawl(owner: Client, site: Website): Promise<string> {
  const { body } = await owner.post('/api/crawls', { url: site.origin, maxPages: 3 })
  await waitFor('the first page', async () => (await owner.get(`/api/crawls/${body.id}`)).body.progress.pagesCrawled === 1)
  return body.id
}
