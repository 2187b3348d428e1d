import { describe, expect, it } from 'vitest'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { crawlTitle, describeEnd, unfinishedCount } from './crawl-end.ts'

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

describe('describeEnd', () => {
  it('counts the crawled pages of a finished crawl', () => {
    expect(describeEnd(crawl(1))).toEqual({
      tone: 'info',
      message: '1 page crawled from example.org.',
      outOfCredits: false,
    })
  })

  it.each([
    [0, 'Crawling was stopped by user. No pages were crawled.'],
    [2, 'Crawling was stopped by user. 2 pages kept.'],
  ])('describes a crawl stopped after %i pages as "%s"', (pages, message) => {
    const error = failure('crawl.stopped', 'Crawling was stopped by user')
    expect(describeEnd(crawl(pages, { status: 'stopped', error })).message).toBe(message)
  })

  it('says that an administrator stopped a crawl', () => {
    const error = failure('crawl.stopped-by-administrator', 'An administrator stopped this crawl')
    const { message } = describeEnd(crawl(2, { status: 'stopped', error }))
    expect(message).toBe('An administrator stopped this crawl. 2 pages kept.')
  })

  it('recognizes a crawl that ran out of credits', () => {
    const message = 'Insufficient credits to continue crawling. Please upgrade your plan to continue.'
    const end = describeEnd(crawl(4, { status: 'stopped', error: failure('credits.ran-out', message) }))
    expect(end).toEqual({ tone: 'danger', message, outOfCredits: true })
  })

  it('says why a finished crawl stopped looking', () => {
    const error = failure('crawl.repeats', 'Stopped looking: the site repeats itself')
    expect(describeEnd(crawl(3, { error }))).toEqual({
      tone: 'warning',
      message: '3 pages crawled from example.org. Stopped looking: the site repeats itself.',
      outOfCredits: false,
    })
  })

  it('shows the message of any other failure, or a default text without one [crawl-end-1]', () => {
    const error = failure(
      'crawl.nothing-crawled',
      'Failed to crawl any pages. Please check if the website is accessible and try again.',
    )
    expect(describeEnd(crawl(0, { status: 'failed', error })).message).toBe(error.message)
    expect(describeEnd(crawl(0, { status: 'failed' })).message).toBe('Failed to crawl the website')
  })
})

it('counts unfinished addresses without failed ones', () => {
  const skippedByReason = { 'beyond-limit': 20, stopped: 2, 'no-credits': 1, robots: 9, timeout: 3, 'http-status': 4 }
  expect(unfinishedCount({ skippedByReason })).toBe(23)
})

it.each([
  [crawl(3, { status: 'crawling' }), '(3/10) Crawling example.org'],
  [crawl(3, { status: 'queued', maxPages: 100 }), '(3/25) Crawling example.org'],
  [crawl(10), '✓ 10 pages crawled from example.org'],
  [crawl(1, { status: 'stopped' }), 'Stopped: example.org'],
  [crawl(0, { status: 'failed' }), 'Crawl failed: example.org'],
])('shows the state of the crawl in the tab title: %#', (shown, title) => {
  expect(crawlTitle(shown)).toBe(title)
})
