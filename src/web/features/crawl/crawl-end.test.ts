import { describe, expect, it } from 'vitest'
import type { CrawlSummary } from '#shared/crawls.ts'
import { crawlTitle, describeEnd, failedAddresses, waitingAddresses } from './crawl-end.ts'

type Ended = Pick<CrawlSummary, 'status' | 'error' | 'url' | 'progress' | 'maxPages'>
const crawl = (pagesCrawled: number, change: Partial<Ended> = {}): Ended => ({
  status: 'finished',
  error: null,
  url: 'https://example.org/docs',
  progress: { pagesCrawled, pagesFound: 25, currentUrl: '', currentDepth: 0, maxDepth: 3 },
  maxPages: 10,
  ...change,
})
const failure = (code: string, message: string) => ({ code, message })

describe('the end of a crawl', () => {
  it('is said with the pages that were read', () => {
    expect(describeEnd(crawl(1))).toEqual({ tone: 'info', words: '1 page read from example.org.', outOfCredits: false })
  })

  it.each([
    [0, 'Crawling was stopped by user. No page had been read yet.'],
    [2, 'Crawling was stopped by user. 2 pages kept.'],
  ])('after a stop with %i pages reads "%s"', (pages, words) => {
    const error = failure('crawl.stopped', 'Crawling was stopped by user')
    expect(describeEnd(crawl(pages, { status: 'stopped', error })).words).toBe(words)
  })

  it('without credits is known as such, with the pages kept', () => {
    const message = 'Insufficient credits to continue crawling. Please upgrade your plan to continue.'
    const end = describeEnd(crawl(4, { status: 'stopped', error: failure('credits.ran-out', message) }))
    expect(end).toEqual({ tone: 'danger', words: message, outOfCredits: true })
  })

  it('shows the message of any other failure, and a sentence when there is none', () => {
    const error = failure('crawl.nothing-crawled', 'Failed to crawl any pages. Please check if the website is accessible and try again.')
    expect(describeEnd(crawl(0, { status: 'failed', error })).words).toBe(error.message)
    expect(describeEnd(crawl(0, { status: 'failed' })).words).toBe('Failed to crawl the website')
  })
})

it('tells what waits from what failed', () => {
  const skippedByReason = { 'beyond-limit': 20, stopped: 2, 'no-credits': 1, robots: 9, timeout: 3, 'http-status': 4 }
  expect(waitingAddresses({ skippedByReason })).toBe(23)
  expect(failedAddresses({ skippedByReason })).toBe(7)
})

it.each([
  [crawl(3, { status: 'crawling' }), '(3/10) Crawling example.org'],
  [crawl(3, { status: 'queued', maxPages: 100 }), '(3/25) Crawling example.org'],
  [crawl(10), '✓ 10 pages read from example.org'],
  [crawl(1, { status: 'stopped' }), 'Stopped: example.org'],
  [crawl(0, { status: 'failed' }), 'Crawl failed: example.org'],
])('titles the tab after the crawl: %#', (shown, title) => {
  expect(crawlTitle(shown)).toBe(title)
})
