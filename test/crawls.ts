/** What tests of crawls have in common: pages to read, and waiting until a crawl has ended. */
import type { Person } from './app.ts'
import { waitFor } from './wait-for.ts'

/** A page with a sentence of its own that is long enough to be kept, and links. */
export const pageNamed = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
   <p>${title} is described here in a sentence that is long enough to be kept.</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></html>`

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
