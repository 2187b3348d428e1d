import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { plainSettings } from '#shared/crawl/crawl-settings.ts'
import type { Tier } from '#shared/tier.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { CrawlOutcome } from './crawl-outcome.tsx'

const MANUAL = 'https://readback.example.org/help'
const nothing = () => {}

function outcome(
  [tier, balance]: [Tier, number],
  [crawled, waiting]: [number, number],
  change: Partial<CrawlOnScreen> = {},
): string {
  const crawl: CrawlOnScreen = {
    id: '00000000-0000-4000-8000-000000000000',
    url: 'https://docs.example.org/',
    movedTo: null,
    chatId: null,
    status: 'finished',
    maxPages: crawled,
    maxDepth: 3,
    progress: { pagesFound: crawled + waiting, pagesCrawled: crawled, currentUrl: '', currentDepth: 0, maxDepth: 3 },
    error: null,
    waiting: null,
    queuePlace: null,
    settings: plainSettings,
    branches: [],
    mailAtEnd: false,
    createdAt: '2026-11-21T10:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
    pages: [],
    skipped: [],
    skippedTotal: waiting,
    retryable: 0,
    skippedByReason: { 'beyond-limit': waiting },
    ...change,
  }
  const client = new QueryClient()
  client.setQueryData(instanceQuery.queryKey, { manualUrl: MANUAL } as never)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <CrawlOutcome
          crawl={crawl}
          credits={{ tier, credits_count: balance }}
          continuing={false}
          retrying={false}
          error={null}
          onContinue={nothing}
          onRetry={nothing}
          onUpgrade={nothing}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return markup
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

it.each<[string, Parameters<typeof outcome>, string, RegExp]>([
  [
    'the pages that wait',
    [
      ['pro', 300],
      [20, 6],
    ],
    'Continue with up to 6 pages, 1 credit each.',
    /Continue crawl/,
  ],
  [
    'the rest of its own limit',
    [['pro', 300], [2, 1], { maxPages: 5 }],
    '1 more page found so far. Continue with up to 3 pages, 1 credit each.',
    /Continue crawl/,
  ],
  [
    'the rest of its own limit when more pages wait',
    [['pro', 300], [2, 111], { maxPages: 30 }],
    '111 more pages found. Continue with up to 28 pages, 1 credit each.',
    /Continue crawl/,
  ],
  [
    'what the plan still allows',
    [
      ['free', 300],
      [4, 600],
    ],
    'Continue with up to 6 pages, 1 credit each.',
    /Continue crawl/,
  ],
  [
    'the balance',
    [
      ['enterprise', 1],
      [4, 600],
    ],
    'Continue with up to 1 page, 1 credit each.',
    /Continue crawl/,
  ],
  [
    'the pages of the free manual',
    [['free', 0], [4, 5], { url: MANUAL }],
    'for free with up to 5 pages',
    /Continue crawl/,
  ],
  [
    'the limit of the plan once it is reached',
    [
      ['free', 30],
      [10, 5],
    ],
    'your plan allows 10 pages per crawl',
    /Upgrade/,
  ],
  [
    'that there are no credits',
    [
      ['pro', 0],
      [4, 5],
    ],
    'You have no credits left to continue.',
    /Upgrade/,
  ],
])('offers to continue a crawl and names %s', (_what, shown, hint, button) => {
  const text = outcome(...shown)
  expect(text).toContain(hint)
  expect(text).toMatch(button)
  expect(/Continue crawl/.test(text) && /Upgrade/.test(text)).toBe(false)
})

it('offers enterprise no upgrade, whether the plan or the credits end the crawl', () => {
  const error = { code: 'credits.ran-out', message: 'Insufficient credits to continue crawling.' }
  expect(outcome(['enterprise', 0], [4, 5], { status: 'failed', error })).not.toContain('Upgrade')
  expect(outcome(['enterprise', 90], [1000, 5])).not.toContain('Upgrade')
})

it('offers to retry only pages that may load now, and counts no others', () => {
  const failed: Partial<CrawlOnScreen> = { skippedByReason: { 'http-status': 11 } }
  expect(outcome(['free', 30], [9, 0], { ...failed, retryable: 0 })).not.toContain('Retry failed')
  expect(outcome(['free', 30], [9, 0], { ...failed, retryable: 2 })).toContain('2 failed pages may load now')
})

it('offers to retry failed pages only while the plan allows more pages', () => {
  const failed: Partial<CrawlOnScreen> = { skippedByReason: { timeout: 2 }, retryable: 2 }
  expect(outcome(['free', 30], [9, 0], failed)).toContain('Retry failed')
  expect(outcome(['free', 30], [10, 0], failed)).not.toContain('Retry failed')
})

it('does not advertise a plan for the rest of the free manual', () => {
  const reached = outcome(['free', 30], [10, 1], { url: MANUAL })
  expect([reached.includes('Upgrade'), reached.includes('your plan allows')]).toEqual([false, false])
  expect(outcome(['free', 30], [10, 1])).toContain('Upgrade')
})

it('says why the start page of a failed crawl was not read, and what to do', () => {
  const markup = outcome(['free', 30], [0, 0], {
    status: 'failed',
    error: { code: 'crawl.nothing-crawled', message: 'Failed to crawl any pages.' },
    skipped: [{ url: 'https://docs.example.org/', reason: 'robots', detail: '' }],
    skippedTotal: 1,
    skippedByReason: { robots: 1 },
  })
  expect(markup).toContain('Blocked by the site’s robots.txt.')
  expect(markup).toContain('Only the site’s owner can allow this, in robots.txt. About the crawler')
  expect(markup.indexOf('robots.txt')).toBeLessThan(markup.indexOf('Failed to crawl any pages.'))
  expect(markup).not.toContain('Check the URL above')
})

it('shows the day of the deletion of a crawl that no chat uses', () => {
  const expiring = outcome(['free', 0], [2, 0], { expiresAt: '2026-12-14T12:00:00.000Z' })
  expect(expiring).toContain('This crawl will be deleted on December 14, 2026 because no chat uses its pages.')
  expect(outcome(['free', 0], [2, 0])).not.toContain('deleted')
})
