import { expect, it } from 'vitest'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { startPageReason } from './start-page-reason.ts'

const url = 'https://docs.example.org/'
const scraped = (reason: SkippedAddress['reason'], why: unknown): SkippedAddress => ({
  url,
  reason,
  detail: `Failed to scrape ${url}`,
  detailCode: 'crawl.scrape-failed',
  // As the server stores it.
  values: { url, reason: why } as NonNullable<SkippedAddress['values']>,
})

it.each<[SkippedAddress, string, RegExp]>([
  [scraped('http-status', '404 Not Found'), 'This page doesn’t exist (404 Not Found).', /Check the URL for typos/],
  [scraped('http-status', '403 Forbidden'), 'The site refused access to this page (403 Forbidden).', /sign-in/],
  [scraped('http-status', '429'), 'The site received too many requests (429).', /Wait a few minutes/],
  [scraped('http-status', '503 Service Unavailable'), 'The site has a problem (503 Service Unavailable).', /Later/],
  [
    scraped('network', { code: 'host-refused', values: { host: 'docs.example.org' } }),
    'Site unreachable: docs.example.org refused the connection.',
    /may be down/,
  ],
  [
    scraped('redirect-loop', { code: 'too-many-redirects', values: { n: 5, url } }),
    `This page redirects in a loop (More than 5 redirects, the last to ${url}).`,
    /another page/,
  ],
  [scraped('timeout', { code: 'timeout' }), 'The site took too long to respond.', /busy/],
  [{ url, reason: 'robots', detail: '' }, 'Blocked by the site’s robots.txt.', /owner/],
  [
    { url, reason: 'not-a-page', detail: '', detailCode: 'content-type', values: { type: 'application/pdf' } },
    'Not an HTML or text page: The content type is application/pdf.',
    /Only HTML and plain text are read. Enter the page that links to it instead\./,
  ],
])('says why the start page was not read and what to do: %#', (address, reason, advice) => {
  const words = startPageReason(address)
  expect(words.reason).toBe(reason)
  expect(words.advice).toMatch(advice)
})
