/** /help: the manual, as plain pages that the product itself can crawl. */
import { createManual, type Manual } from './create-manual.ts'
import { createRouter } from '#server/http/context.ts'

let manual: Manual | undefined

/** Pages that became a section of another page: their addresses are in older exports and bookmarks. */
const movedPages: Record<string, string> = {
  '/help/asking/citations': '/help/asking#how-citations-are-checked',
  '/help/de/asking/citations': `/help/de/asking#${encodeURIComponent('so-werden-belege-geprüft')}`,
}

export const helpRoutes = createRouter().get('*', (c) => {
  const { pathname } = new URL(c.req.url)
  const moved = movedPages[pathname.replace(/\/+$/, '')]
  if (moved) return c.redirect(moved, 301)
  // With the first request: rendering it is a tenth of the work of a start.
  manual ??= createManual()
  const page = manual.page(pathname, c.req.query('q'))
  if (!page) return c.html(manual.missingPage(pathname), 404)
  return c.body(page.body, 200, { 'Content-Type': page.contentType })
})
