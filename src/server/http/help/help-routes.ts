/** /help: the manual, as plain pages that the product itself can crawl. */
import { createManual } from './create-manual.ts'
import { createRouter } from '#server/http/context.ts'

const manual = createManual()

export const helpRoutes = createRouter().get('*', (c) => {
  const page = manual.page(new URL(c.req.url).pathname, c.req.query('q'))
  if (!page) return c.html('<!doctype html><title>Not found</title><p>This page of the manual doesn’t exist.</p>', 404)
  return c.body(page.body, 200, { 'Content-Type': page.contentType })
})
