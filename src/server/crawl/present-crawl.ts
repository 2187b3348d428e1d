/** Maps crawl and page rows to API types. Fields are listed, so that a new column is not exposed by accident. */
import type { CrawlSummary, SkippedAddress } from '#shared/crawl/crawls.ts'
import { errorBody } from '#shared/errors.ts'
import type { CrawledPage, PageSummary } from '#shared/crawl/pages.ts'
import { presentDetail } from '#server/platform/db/detail.ts'
import type { crawls, frontier, pages } from '#server/platform/db/schema/index.ts'

/** `queuePlace` comes from queuePosition; without it, the field is null. */
export function presentCrawl(crawl: typeof crawls.$inferSelect, queuePlace: number | null = null): CrawlSummary {
  return {
    id: crawl.id,
    url: crawl.url,
    movedTo: crawl.movedTo,
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
    error: crawl.error && errorBody(crawl.error),
    waiting: crawl.waiting,
    queuePlace,
    settings: crawl.settings,
    branches: crawl.branches,
    mailAtEnd: crawl.mailAtEnd,
    createdAt: crawl.createdAt.toISOString(),
    startedAt: crawl.startedAt?.toISOString() ?? null,
    finishedAt: crawl.finishedAt?.toISOString() ?? null,
    expiresAt: crawl.expiresAt?.toISOString() ?? null,
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
    ...(page.uncertain && { uncertain: true as const }),
    depth: page.depth,
    fetchedAt: page.fetchedAt.toISOString(),
  }
}

export function presentPage(page: PageRow & { content: string }): CrawledPage {
  return { ...presentPageSummary(page), content: page.content }
}

type SkippedRow = Pick<typeof frontier.$inferSelect, 'url' | 'reason' | 'detail' | 'detailMessage'>

export function presentSkipped(row: SkippedRow): SkippedAddress {
  return { url: row.url, reason: row.reason ?? 'unreadable', ...presentDetail(row) }
}
