/** Tools that start and inspect crawls. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { followCrawl } from '#server/crawl/follow-crawl.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { listCrawls } from '#server/crawl/list-crawls.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import { withCancellation } from './cancellation.ts'
import { After, BATCH_SIZE, Id, runTool, type ToolContext } from './run-tool.ts'

const CrawlResult = {
  crawl_id: z.string(),
  url: z.string(),
  status: z.string().describe('queued, crawling, finished, stopped or failed'),
  pages_crawled: z.number(),
  pages_found: z.number(),
  max_pages: z.number(),
  max_depth: z.number(),
  skipped: z.record(z.string(), z.number()).optional().describe('Number of skipped addresses by reason'),
  error: z.string().nullable(),
  next: z.string().describe('What to do next'),
}

/** Many clients time out a tool call after a minute. */
const DEFAULT_WAIT_SECONDS = 45

export function addCrawlTools(server: McpServer, context: ToolContext) {
  addCrawlSite(server, context)
  addGetCrawl(server, context)
  addStopCrawl(server, context)
  addListCrawls(server, context)
}

function addCrawlSite(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'crawl_site',
    {
      title: 'Crawl a site',
      description:
        'Crawls a website from the given address: pages below its path, up to max_pages and the limit of the plan. One credit per page. Reports progress, waits up to wait_seconds for the crawl to end, and returns its id. A longer crawl continues on the server; check it with get_crawl. Canceling the request while it waits stops the crawl and keeps the pages crawled so far.',
      inputSchema: z.strictObject({
        url: z.string().max(2048).describe('Start address, such as https://example.org/docs'),
        max_pages: z.number().int().min(1).optional().describe('10 by default'),
        max_depth: z.number().int().min(1).optional().describe('Links away from the start page; 3 by default'),
        wait_seconds: z
          .number()
          .int()
          .min(0)
          .max(600)
          .default(DEFAULT_WAIT_SECONDS)
          .describe('How long to wait for the crawl to end'),
      }),
      outputSchema: CrawlResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ url, max_pages: maxPages, max_depth: maxDepth, wait_seconds: waitSeconds }, extra) =>
      runTool(context, 'crawl', () =>
        withCancellation(context, extra, async (canceled) => {
          const request = { url, ...(maxPages && { maxPages }), ...(maxDepth && { maxDepth }) }
          const { id: crawlId } = await startCrawl(services, { ...request, userId })
          const crawl = await followCrawl(services, {
            userId,
            crawlId,
            withinMs: waitSeconds * 1000,
            signal: AbortSignal.any([canceled, services.closing]),
            onProgress: createProgressReporter(extra),
          })
          // A server that shuts down closes its connections too; the crawl continues after its restart.
          const isCanceled = canceled.aborted && !services.closing.aborted
          return presentCrawl(isCanceled ? await stopCrawl(services, { userId, crawlId }) : crawl)
        }),
      ),
  )
}

function addGetCrawl(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'get_crawl',
    {
      title: 'Get a crawl',
      description: 'Status and progress of a crawl, and how many addresses were skipped for which reason.',
      inputSchema: z.strictObject({ crawl_id: Id }),
      outputSchema: CrawlResult,
      annotations: { readOnlyHint: true },
    },
    ({ crawl_id: crawlId }) =>
      runTool(context, 'read', async () => {
        const crawl = await getCrawl(services, { userId, crawlId, content: false })
        return { ...presentCrawl(crawl), skipped: crawl.skippedByReason }
      }),
  )
}

function addStopCrawl(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'stop_crawl',
    {
      title: 'Stop a crawl',
      description: 'Stops a running crawl and keeps the pages crawled so far. A crawl that has ended does not change.',
      inputSchema: z.strictObject({ crawl_id: Id }),
      outputSchema: CrawlResult,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    ({ crawl_id: crawlId }) =>
      runTool(context, 'crawl', async () => presentCrawl(await stopCrawl(services, { userId, crawlId }))),
  )
}

function addListCrawls(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'list_crawls',
    {
      title: 'List crawls',
      description: `The crawls of this account in batches of ${BATCH_SIZE}, newest first.`,
      inputSchema: z.strictObject({ after: After }),
      outputSchema: { crawls: z.array(z.object(CrawlResult)), next: z.string().nullable() },
      annotations: { readOnlyHint: true },
    },
    ({ after }) =>
      runTool(context, 'read', async () => {
        const { crawls, next } = await listCrawls(services, { userId, after, limit: BATCH_SIZE })
        return { crawls: crawls.map(presentCrawl), next }
      }),
  )
}

type ProgressChannel = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, '_meta' | 'sendNotification'>

/** Reports the progress of a crawl if the client asked for it. */
function createProgressReporter({ _meta, sendNotification }: ProgressChannel) {
  const progressToken = _meta?.progressToken
  let reported = -1
  return async ({ progress: { pagesCrawled, pagesFound, currentUrl }, maxPages: total }: CrawlSummary) => {
    if (progressToken === undefined || pagesCrawled <= reported) return
    reported = pagesCrawled
    const message =
      `${pagesCrawled} of up to ${total} pages crawled, ${pagesFound} addresses found. ${currentUrl}`.trim()
    const params = { progressToken, progress: pagesCrawled, total, message }
    // It fails when the connection has just closed, which the signal reports.
    await sendNotification({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

const nextSteps: Record<CrawlSummary['status'], string> = {
  queued: 'The crawl is queued and starts on its own. Check get_crawl later.',
  crawling: 'The crawl is running. Check get_crawl later; pages crawled so far can be used already.',
  finished: 'Use ask or search_passages with this crawl_id.',
  stopped: 'The crawl was stopped. Use ask or search_passages on the pages crawled so far.',
  failed: 'No page was crawled. See error.',
}

function presentCrawl({ id, url, status, progress, maxPages, maxDepth, error }: CrawlSummary) {
  return {
    crawl_id: id,
    url,
    status,
    pages_crawled: progress.pagesCrawled,
    pages_found: progress.pagesFound,
    max_pages: maxPages,
    max_depth: maxDepth,
    error: error?.message ?? null,
    next: nextSteps[status],
  }
}
