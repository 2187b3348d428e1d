/** What leaves the server of a crawl and of its pages: a named list, so that a new column stays inside. */
import type { CrawlSummary } from '#shared/crawls.ts'
import { errorMessage } from '#shared/errors.ts'
import type { CrawledPage, PageSummary } from '#shared/pages.ts'
import type { crawls, pages } from '#server/db/schema/index.ts'

/** `queuePlace` is known to whoever asked the database for it. */
export function presentCrawl(crawl: typeof crawls.$inferSelect, queuePlace: number | null = null): CrawlSummary {
  return {
    id: crawl.id,
    url: crawl.url,
    chatId: crawl.chatId,
    status: crawl.status,
    maxPages: crawl.maxPages,
    maxDepth: crawl.maxDepth,
    progress: {
      pagesFound: crawl.pagesFound,
      pagesCrawled: crawl.pagesCrawled,
      currentUrl: crawl.currentUrl,
      currentDepth: crawl.currentDepth,
      maxDepth: crawl.maxDepth,
    },
    error: crawl.error && { code: crawl.error.code, message: errorMessage(crawl.error.code, crawl.error.values) },
    waiting: crawl.waiting,
    queuePlace,
    settings: crawl.settings,
    branches: crawl.branches,
    mailAtEnd: crawl.mailAtEnd,
    createdAt: crawl.createdAt.toISOString(),
    startedAt: crawl.startedAt?.toISOString() ?? null,
    finishedAt: crawl.finishedAt?.toISOString() ?? null,
  }
}

type PageRow = Omit<typeof pages.$inferSelect, 'content'>

export function presentPageSummary(page: PageRow): PageSummary {
  return {
    id: page.id,
    url: page.url,
    title: page.title,
    summary: page.summary,
    mainPoints: page.mainPoints,
    topics: page.topics,
    selected: page.selected,
    analysis: page.analysis,
    processed: page.processedHash === page.contentHash,
    depth: page.depth,
    fetchedAt: page.fetchedAt.toISOString(),
  }
}

export function presentPage(page: PageRow & { content: string }): CrawledPage {
  return { ...presentPageSummary(page), content: page.content }
}
