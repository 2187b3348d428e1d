/** Helpers for crawl tests: pages, and starting and awaiting crawls. */
import { expect } from 'vitest'
import type { Person } from './app.ts'
import { waitFor } from './wait-for.ts'
import type { Website } from './website.ts'

/** A page with links and a unique sentence that is long enough to be kept. */
export const articlePage = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
   <p>${title} is described here in a sentence that is long enough to be kept.</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></html>`

type Parts = { links?: string[]; text?: string; head?: string; lang?: string }

/** A page whose links have no text, so that only `text` counts as content. */
export const customPage = (title: string, { links = [], text = '', head = '', lang = 'en' }: Parts = {}) =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body><main>
   <p>${text || `${title} is described here in a sentence that is long enough to be kept.`}</p>
   ${links.map((link) => `<a href="${link}"><img src="/x.png" alt=""></a>`).join(' ')}</main></body></html>`

/** The fields of a finished crawl that tests read. */
export type EndedCrawl = {
  status: string
  error: { code: string; message: string } | null
  progress: { pagesCrawled: number; pagesFound: number }
  pages: { url: string; title: string; selected: boolean }[]
  skipped: { url: string; reason: string; detail: string }[]
  skippedByReason: Record<string, number>
}

type CrawlOptions = Record<string, unknown>

/** Starts a crawl of a part of the site and returns its id. */
export async function startSiteCrawl(
  person: Person,
  site: Website,
  path: string,
  options: CrawlOptions = {},
): Promise<string> {
  const { status, body } = await person.post('/api/crawls', {
    url: site.origin + path,
    maxPages: 10,
    maxDepth: 3,
    ...options,
  })
  expect({ status, error: body.error }).toEqual({ status: 201, error: null })
  return body.id
}

export const runCrawl = async (
  person: Person,
  site: Website,
  path: string,
  options: CrawlOptions = {},
): Promise<EndedCrawl> => waitForCrawlEnd(person, await startSiteCrawl(person, site, path, options))

const pathOf = (site: Website, url: string) => url.replace(site.origin, '')
export const pathsOf = (site: Website, crawl: EndedCrawl) => crawl.pages.map(({ url }) => pathOf(site, url))
export const reasonsOf = (site: Website, crawl: EndedCrawl) =>
  Object.fromEntries(crawl.skipped.map(({ url, reason }) => [pathOf(site, url), reason]))

/** Waits for the crawl to end and returns it as the API describes it. */
export const waitForCrawlEnd = (person: Person, id: string, withinMs?: number) =>
  waitFor(
    'the crawl to end',
    async () => {
      const { status, body } = await person.get(`/api/crawls/${id}`)
      return status === 200 && body.finishedAt && body
    },
    withinMs,
  )
