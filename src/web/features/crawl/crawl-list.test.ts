import { expect, it } from 'vitest'
import type { CrawlStatus } from '#shared/crawls.ts'
import { runningFirst, statusWords } from './crawl-list.ts'

it('lists what runs first and leaves the rest in its order', () => {
  const crawls = (['finished', 'crawling', 'failed', 'queued'] as const).map((status) => ({ status }))
  expect(runningFirst(crawls).map((crawl) => crawl.status)).toEqual(['crawling', 'queued', 'finished', 'failed'])
})

it.each<[CrawlStatus, string]>([
  ['queued', 'In the queue'],
  ['crawling', 'Crawling, 1 page so far'],
  ['stopped', 'Stopped, 1 page kept'],
  ['failed', 'Failed'],
  ['finished', '1 page'],
])('says of a %s crawl "%s"', (status, words) => {
  const progress = { pagesCrawled: 1, pagesFound: 5, currentUrl: '', currentDepth: 0, maxDepth: 3 }
  expect(statusWords({ status, progress })).toBe(words)
})
