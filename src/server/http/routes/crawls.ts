/** /api/crawls, /api/pages and /api/previews */
import {
  ChangeCrawl,
  ContinueCrawl,
  Crawl,
  CrawlSummary,
  SkippedList,
  SkipReason,
  StartCrawl,
} from '#shared/crawl/crawls.ts'
import { PreviewSite, Preview } from '#shared/crawl/previews.ts'
import { CrawledPage, PageSummary, SelectPages } from '#shared/crawl/pages.ts'
import { retryAnalysis } from '#server/crawl/store/retry-analysis.ts'
import { changeCrawl } from '#server/crawl/change-crawl.ts'
import { continueCrawl } from '#server/crawl/continue-crawl.ts'
import { deleteCrawl } from '#server/crawl/delete-crawl.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { getPage } from '#server/crawl/get-page.ts'
import { listCrawls } from '#server/crawl/list-crawls.ts'
import { listSkipped } from '#server/crawl/list-skipped.ts'
import { previewSite } from '#server/crawl/preview/preview-site.ts'
import { retryFailed } from '#server/crawl/retry-failed.ts'
import { selectPages } from '#server/crawl/select-pages.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import {
  CursorQuery,
  jsonBody,
  createRoute,
  createRouter,
  errorResponses,
  IdParam,
  jsonResponse,
  z,
} from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const CrawlQuery = z.object({
  content: z.enum(['true', 'false']).default('true').openapi({ description: 'false omits the text of the pages' }),
})

const StartHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .openapi({ description: 'Any text: a request with a key that was sent before returns the crawl of that request' }),
})

const ListCrawls = CursorQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(100) })

const SkippedQuery = z.object({
  reason: SkipReason.optional().openapi({ description: 'Only addresses skipped for this reason' }),
  after: z.coerce.number().int().min(0).default(0).openapi({ description: 'The `next` of the previous response' }),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
})

export const crawlRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/crawls',
      summary: 'Start a crawl; the response contains the limits in force',
      description:
        'Needs as many credits as `maxPages` (402). Custom settings need a plan that includes them (403); the values of ' +
        '`settings.headers` are stored encrypted and never returned. The same request within five seconds returns the ' +
        'crawl that is still running; an `Idempotency-Key` makes any later repetition safe (409 with another URL), and ' +
        'two keys are two crawls.',
      middleware: signedIn,
      request: { headers: StartHeaders, body: jsonBody(StartCrawl) },
      responses: {
        201: jsonResponse(CrawlSummary, 'The crawl'),
        ...errorResponses(400, 401, 402, 403, 404, 409, 429, 503),
      },
    }),
    async (c) =>
      c.json(
        await startCrawl(c.get('services'), {
          ...c.req.valid('json'),
          idempotencyKey: c.req.valid('header')['idempotency-key'],
          userId: c.get('me').user.id,
        }),
        201,
      ),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls',
      summary: 'List your crawls, newest first',
      middleware: signedIn,
      request: { query: ListCrawls },
      responses: {
        200: jsonResponse(
          z.object({ crawls: z.array(CrawlSummary), next: z.string().nullable() }),
          'Your crawls; pass `next` as `after` for more',
        ),
        ...errorResponses(400, 401),
      },
    }),
    async (c) => {
      const { database } = c.get('services')
      const options = { ...c.req.valid('query'), userId: c.get('me').user.id }
      return c.json(await database.readReplicated((db) => listCrawls({ db }, options)), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls/{id}',
      summary: 'Get a crawl with its pages, the first 5,000 skipped addresses and their number by reason',
      middleware: signedIn,
      request: { params: IdParam, query: CrawlQuery },
      responses: { 200: jsonResponse(Crawl, 'The crawl'), ...errorResponses(400, 401, 404) },
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
      method: 'patch',
      path: '/crawls/{id}',
      summary: 'Change whether an email is sent when the crawl has ended',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ChangeCrawl) },
      responses: { 200: jsonResponse(CrawlSummary, 'The crawl'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await changeCrawl(c.get('services'), {
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
      path: '/crawls/{id}/stop',
      summary: 'Stop a crawl; pages crawled so far are kept',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(CrawlSummary, 'The crawl'), ...errorResponses(400, 401, 404) },
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
      summary: 'Continue a crawl that ended at its page limit, by a stop or without credits',
      description:
        '`maxPages` is the number of further pages, at most what the plan allows per crawl, less the pages that the crawl ' +
        'has. By default, a crawl that ended before its own page limit continues up to it, and one that reached it up to ' +
        'what the plan allows. Needs as many credits (402). 409 while the crawl runs, when no address is left, or ' +
        'when the crawl has as many pages as the plan allows.',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ContinueCrawl) },
      responses: {
        200: jsonResponse(CrawlSummary, 'The crawl, queued again'),
        ...errorResponses(400, 401, 402, 403, 404, 409, 429, 503),
      },
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
      summary: 'Retry the addresses that failed, and only those',
      description:
        'Needs as many credits as pages are retried (402). 409 while the crawl runs, when no page has failed, or when the ' +
        'crawl has as many pages as the plan allows.',
      middleware: signedIn,
      request: { params: IdParam },
      responses: {
        200: jsonResponse(CrawlSummary, 'The crawl, queued again'),
        ...errorResponses(400, 401, 402, 403, 404, 409, 429, 503),
      },
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
      summary: 'List the skipped addresses of a crawl with their reasons, paged, in order of discovery',
      middleware: signedIn,
      request: { params: IdParam, query: SkippedQuery },
      responses: { 200: jsonResponse(SkippedList, 'Skipped addresses'), ...errorResponses(400, 401, 404) },
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
      summary: 'Select exactly these pages of a crawl',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(SelectPages) },
      responses: { 204: { description: 'Selected' }, ...errorResponses(400, 401, 404) },
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
      summary: 'Delete a crawl; pages used in chats are kept',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...errorResponses(400, 401, 404) },
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
      summary: 'Get a stored page with its text',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(CrawledPage, 'The page'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(await getPage(c.get('services'), { userId: c.get('me').user.id, pageId: c.req.valid('param').id }), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/pages/{id}/analysis',
      summary: 'Retry the summary of a page whose analysis failed',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(PageSummary, 'The page, its analysis pending'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await retryAnalysis(c.get('services'), { userId: c.get('me').user.id, pageId: c.req.valid('param').id }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/previews',
      summary: 'Preview which pages a crawl would read; costs no credits and stores nothing',
      description:
        'Reads the start page, its links, sitemaps and llms.txt; without a sitemap a few more pages. Takes up to 30 ' +
        'seconds. 429 with Retry-After while the site is busy, or after ten previews per minute; 502 with the reason ' +
        'when the start page cannot be read.',
      middleware: signedIn,
      request: { body: jsonBody(PreviewSite) },
      responses: { 200: jsonResponse(Preview, 'Results'), ...errorResponses(400, 401, 403, 429, 502) },
    }),
    async (c) =>
      c.json(
        await previewSite(c.get('services'), {
          ...c.req.valid('json'),
          userId: c.get('me').user.id,
          disconnected: AbortSignal.any([c.req.raw.signal, c.get('services').closing]),
        }),
        200,
      ),
  )
