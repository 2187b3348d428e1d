/** Tools that crawl, and that look at crawls. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { CrawlSummary } from '#shared/crawls.ts'
import { followCrawl } from '#server/crawl/follow-crawl.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { listCrawls } from '#server/crawl/list-crawls.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { type Asking, answerTool } from './tool-answer.ts'
import { Id } from './tool-input.ts'

const CrawlAnswer = {
  crawl_id: z.string(),
  url: z.string(),
  status: z.string().describe('queued, crawling, finished, stopped or failed'),
  pages_crawled: z.number(),
  pages_found: z.number(),
  max_pages: z.number(),
  max_depth: z.number(),
  skipped: z.record(z.string(), z.number()).optional().describe('How many addresses were not read, by reason'),
  error: z.string().nullable(),
  next: z.string().describe('What can be done now'),
}

/** Under the minute after which many clients give a tool up. */
const WAIT_SECONDS = 45

export function addCrawlTools(server: McpServer, asking: Asking) {
  const { services, userId } = asking

  server.registerTool(
    'crawl_site',
    {
      title: 'Crawl a site',
      description:
        'Reads a website from the given address on: pages below its path, as many as wished and the plan allows. One credit for each page. Tells its progress, waits for the end as long as asked, and answers the id of the crawl; a longer crawl goes on by itself, and get_crawl tells how far it is.',
      inputSchema: z.strictObject({
        url: z.string().max(2048).describe('Where to start, such as https://example.org/docs'),
        max_pages: z.number().int().min(1).optional().describe('10 when left out'),
        max_depth: z.number().int().min(1).optional().describe('Links away from the start; 3 when left out'),
        wait_seconds: z.number().int().min(0).max(600).default(WAIT_SECONDS).describe('How long to wait for the end'),
      }),
      outputSchema: CrawlAnswer,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ url, max_pages: maxPages, max_depth: maxDepth, wait_seconds: waitSeconds }, { signal, _meta, sendNotification }) =>
      answerTool(asking, 'crawl', async () => {
        const wish = { url, ...(maxPages && { maxPages }), ...(maxDepth && { maxDepth }) }
        const { id: crawlId } = await startCrawl(services, { ...wish, userId })
        const progressToken = _meta?.progressToken
        let told = -1
        const crawl = await followCrawl(services, {
          userId,
          crawlId,
          withinMs: waitSeconds * 1000,
          signal: AbortSignal.any([signal, services.closing]),
          async onProgress({ progress: { pagesCrawled, pagesFound, currentUrl }, maxPages: total }) {
            if (progressToken === undefined || pagesCrawled <= told) return
            told = pagesCrawled
            const message = `${pagesCrawled} of up to ${total} pages read, ${pagesFound} addresses found. ${currentUrl}`.trim()
            await sendNotification({
              method: 'notifications/progress',
              params: { progressToken, progress: pagesCrawled, total, message },
            })
          },
        })
        return presentCrawl(crawl)
      }),
  )

  server.registerTool(
    'get_crawl',
    {
      title: 'Look at a crawl',
      description: 'How far a crawl is, how many pages it read, and why it did not read the rest.',
      inputSchema: z.strictObject({ crawl_id: Id }),
      outputSchema: CrawlAnswer,
      annotations: { readOnlyHint: true },
    },
    ({ crawl_id: crawlId }) =>
      answerTool(asking, 'read', async () => {
        const crawl = await getCrawl(services, { userId, crawlId, content: false })
        return { ...presentCrawl(crawl), skipped: crawl.skippedByReason }
      }),
  )

  server.registerTool(
    'list_crawls',
    {
      title: 'List crawls',
      description: 'The crawls of this account, newest first, at most a hundred.',
      outputSchema: { crawls: z.array(z.object(CrawlAnswer)) },
      annotations: { readOnlyHint: true },
    },
    () =>
      answerTool(asking, 'read', async () => {
        const crawls = await listCrawls(services, userId)
        return { crawls: crawls.map(presentCrawl) }
      }),
  )
}

const nextSteps: Record<CrawlSummary['status'], string> = {
  queued: 'The crawl waits for its turn and goes on by itself. Ask get_crawl in a while.',
  crawling: 'The crawl goes on by itself. Ask get_crawl in a while; pages that are read can be asked already.',
  finished: 'Use ask or search_passages with this crawl_id.',
  stopped: 'The crawl ended early. The pages that were read can be asked.',
  failed: 'Nothing was read.',
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
