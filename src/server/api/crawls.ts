/** /api/crawls and /api/pages */
import { ContinueCrawl, Crawl, CrawlSummary, SkippedPage, SkipReason, StartCrawl } from '#shared/crawls.ts'
import { CrawledPage, PageSummary, ProcessPages } from '#shared/pages.ts'
import { askAgain } from '#server/crawl/ask-again.ts'
import { continueCrawl } from '#server/crawl/continue-crawl.ts'
import { deleteCrawl } from '#server/crawl/delete-crawl.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { getPage } from '#server/crawl/get-page.ts'
import { listCrawls } from '#server/crawl/list-crawls.ts'
import { listSkipped } from '#server/crawl/list-skipped.ts'
import { retryFailed } from '#server/crawl/retry-failed.ts'
import { selectPages } from '#server/crawl/select-pages.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import { body, createRoute, createRouter, failing, IdParam, json, z } from './context.ts'
import { signedIn } from './session.ts'

const Detail = z.object({
  content: z.enum(['true', 'false']).default('true').openapi({ description: 'false leaves the text of the pages out' }),
})

const SkippedQuery = z.object({
  reason: SkipReason.optional().openapi({ description: 'Only addresses skipped for this reason' }),
  after: z.coerce.number().int().min(0).default(0).openapi({ description: 'The `next` of the answer before' }),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
})

export const crawlRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/crawls',
      summary: 'Start a crawl; the answer names the limits in force',
      description:
        'Needs as many credits as pages may be read (402). Custom settings need a plan that has them (403); the values ' +
        'of `settings.headers` are stored encrypted and never shown again.',
      middleware: signedIn,
      request: { body: body(StartCrawl) },
      responses: { 201: json(CrawlSummary, 'The crawl'), ...failing(400, 401, 402, 403, 404, 429, 503) },
    }),
    async (c) => c.json(await startCrawl(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls',
      summary: 'Your crawls, newest first',
      middleware: signedIn,
      responses: { 200: json(z.object({ crawls: z.array(CrawlSummary) }), 'Your crawls'), ...failing(401) },
    }),
    async (c) => c.json({ crawls: await listCrawls(c.get('services'), c.get('me').user.id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls/{id}',
      summary: 'A crawl with its pages, the first 5,000 skipped addresses, and how many for each reason',
      middleware: signedIn,
      request: { params: IdParam, query: Detail },
      responses: { 200: json(Crawl, 'The crawl'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await getCrawl(c.get('services'), {
          userId: c.get('me').user.id,
          crawlId: c.req.valid('param').id,
          content: c.req.valid('query').content === 'true',
        }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/crawls/{id}/stop',
      summary: 'Stop a crawl; the pages read so far stay',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: json(CrawlSummary, 'The crawl'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await stopCrawl(c.get('services'), { userId: c.get('me').user.id, crawlId: c.req.valid('param').id }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/crawls/{id}/continue',
      summary: 'Read on what the page limit, a stop or missing credits left unread',
      description:
        '`maxPages` is how many further pages are wished; without it, and at most, what the plan allows a crawl. That ' +
        'many credits are needed (402). 409 while the crawl runs, or when nothing is left to read.',
      middleware: signedIn,
      request: { params: IdParam, body: body(ContinueCrawl) },
      responses: { 200: json(CrawlSummary, 'The crawl, queued again'), ...failing(400, 401, 402, 403, 404, 409, 429, 503) },
    }),
    async (c) =>
      c.json(
        await continueCrawl(c.get('services'), {
          ...c.req.valid('json'),
          userId: c.get('me').user.id,
          crawlId: c.req.valid('param').id,
        }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/crawls/{id}/retry',
      summary: 'Try again the addresses that failed, and only those',
      description:
        'As many credits are needed as pages are tried (402). 409 while the crawl runs, or when none has failed.',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: json(CrawlSummary, 'The crawl, queued again'), ...failing(400, 401, 402, 403, 404, 409, 429, 503) },
    }),
    async (c) =>
      c.json(
        await retryFailed(c.get('services'), { userId: c.get('me').user.id, crawlId: c.req.valid('param').id }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls/{id}/skipped',
      summary: 'Every skipped address of a crawl with its reason, page by page in the order of discovery',
      middleware: signedIn,
      request: { params: IdParam, query: SkippedQuery },
      responses: { 200: json(SkippedPage, 'Skipped addresses'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await listSkipped(c.get('services'), {
          ...c.req.valid('query'),
          userId: c.get('me').user.id,
          crawlId: c.req.valid('param').id,
        }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/crawls/{id}/selection',
      summary: 'Tick exactly these pages of a crawl',
      middleware: signedIn,
      request: { params: IdParam, body: body(ProcessPages) },
      responses: { 204: { description: 'Ticked' }, ...failing(400, 401, 404) },
    }),
    async (c) => {
      const { pageIds } = c.req.valid('json')
      await selectPages(c.get('services'), { userId: c.get('me').user.id, crawlId: c.req.valid('param').id, pageIds })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/crawls/{id}',
      summary: 'Delete a crawl; pages that chats use stay',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...failing(400, 401, 404) },
    }),
    async (c) => {
      await deleteCrawl(c.get('services'), { userId: c.get('me').user.id, crawlId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/pages/{id}',
      summary: 'One stored page with its text',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: json(CrawledPage, 'The page'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await getPage(c.get('services'), { userId: c.get('me').user.id, pageId: c.req.valid('param').id }), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/pages/{id}/analysis',
      summary: 'Ask again for the summary of a page whose analysis failed',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: json(PageSummary, 'The page, its analysis on its way'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await askAgain(c.get('services'), { userId: c.get('me').user.id, pageId: c.req.valid('param').id }), 200),
  )
