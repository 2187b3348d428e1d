import { expect, it } from 'vitest'
import type { CrawlStatus } from '#shared/crawl/crawls.ts'
import { runningFirst, statusText } from './crawl-list.ts'

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
  expect(statusText({ status, progress })).toBe(text)
})
