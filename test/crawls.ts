/** What tests of crawls have in common: pages to read, starting, and waiting until a crawl has ended. */
import { expect } from 'vitest'
import type { Person } from './app.ts'
import { waitFor } from './wait-for.ts'
import type { Website } from './website.ts'

/** A page with a sentence of its own that is long enough to be kept, and links. */
export const pageNamed = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
   <p>${title} is described here in a sentence that is long enough to be kept.</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></html>`

type Parts = { links?: string[]; text?: string; head?: string; lang?: string }

/** A page whose links add no words to its text, which is the title's own unless given. */
export const pageWith = (title: string, { links = [], text = '', head = '', lang = 'en' }: Parts = {}) =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body><main>
   <p>${text || `${title} is described here in a sentence that is long enough to be kept.`}</p>
   ${links.map((link) => `<a href="${link}"><img src="/x.png" alt=""></a>`).join(' ')}</main></body></html>`

/** What tests read of a crawl that has ended. */
export type EndedCrawl = {
  status: string
  error: { code: string; message: string } | null
  progress: { pagesCrawled: number; pagesFound: number }
  pages: { url: string; title: string }[]
  skipped: { url: string; reason: string; detail: string }[]
  skippedByReason: Record<string, number>
}

type Wish = Record<string, unknown>

/** Starts a crawl of a part of the site and answers its id. */
export async function startWalk(person: Person, site: Website, path: string, wish: Wish = {}): Promise<string> {
  const { status, body } = await person.post('/api/crawls', { url: site.origin + path, maxPages: 10, maxDepth: 3, ...wish })
  expect({ status, error: body.error }).toEqual({ status: 201, error: null })
  return body.id
}

export const walk = async (person: Person, site: Website, path: string, wish: Wish = {}): Promise<EndedCrawl> =>
  crawlEnded(person, await startWalk(person, site, path, wish))

const within = (site: Website, url: string) => url.replace(site.origin, '')
export const pathsOf = (site: Website, crawl: EndedCrawl) => crawl.pages.map(({ url }) => within(site, url))
export const reasonsOf = (site: Website, crawl: EndedCrawl) =>
  Object.fromEntries(crawl.skipped.map(({ url, reason }) => [within(site, url), reason]))

/** The crawl, as the interface tells it, once it has ended. */
export const crawlEnded = (person: Person, id: string, withinMs?: number) =>
  waitFor(
    'the crawl to end',
    async () => {
      const { status, body } = await person.get(`/api/crawls/${id}`)
      return status === 200 && body.finishedAt && body
    },
    withinMs,
  )
