import { expect, it } from 'vitest'
import type { CrawlStatus } from '#shared/crawl/crawls.ts'
import { expectedPages, runningFirst, statusText, withListedCount } from './crawl-list.ts'

it('sorts running crawls first and keeps the order otherwise', () => {
  const crawls = (['finished', 'crawling', 'failed', 'queued'] as const).map((status) => ({ status }))
  expect(runningFirst(crawls).map((crawl) => crawl.status)).toEqual(['crawling', 'queued', 'finished', 'failed'])
})

it.each<[CrawlStatus, string]>([
  ['queued', 'Queued'],
  ['crawling', 'Crawling, 1 page so far'],
  ['stopped', 'Stopped, 1 page kept'],
  ['failed', 'Failed'],
  ['finished', '1 page'],
])('describes a %s crawl as "%s"', (status, text) => {
  const progress = { pagesCrawled: 1, pagesFound: 5, currentUrl: '', currentDepth: 0, maxDepth: 3 }
  expect(statusText({ status, progress, waiting: null, queuePlace: 2 })).toBe(text)
})

it('says that a crawl runs while its first page is fetched or waits for a retry', () => {
  const first = {
    status: 'queued',
    progress: { pagesCrawled: 0, pagesFound: 1, currentUrl: '', currentDepth: 0, maxDepth: 3 },
  } as const
  const retry = { code: 'retry', url: 'https://a.example', until: '2026-03-01T12:00:00Z', seconds: 20 } as const
  const running = 'Crawling, 0 pages so far'
  expect(statusText({ ...first, waiting: null, queuePlace: 0 })).toBe(running)
  expect(statusText({ ...first, waiting: retry, queuePlace: 3 })).toBe(running)
})

it('counts the pages of a running crawl as its list does, and those of an ended one as it reports', () => {
  const progress = { pagesCrawled: 5, pagesFound: 3, currentUrl: '', currentDepth: 0, maxDepth: 3 }
  const crawl = { progress, pages: [{ id: 'a' }, { id: 'b' }] as never[], maxPages: 9 }
  const running = withListedCount({ ...crawl, status: 'crawling' as const })
  expect(running.progress.pagesCrawled).toBe(2)
  expect(expectedPages(running)).toBe(3)
  const finished = withListedCount({ ...crawl, status: 'finished' as const })
  expect(finished.progress.pagesCrawled).toBe(5)
})
