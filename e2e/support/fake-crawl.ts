/** Shows a crawl of any size without crawling: the server's response is replaced. */
import type { Page } from '@playwright/test'
import type { Crawl } from '#shared/crawl/crawls.ts'
import { plainSettings } from '#shared/crawl/crawl-settings.ts'

export const CRAWL_ID = '00000000-0000-4000-8000-000000000000'
const ORIGIN = 'https://manual.example'
const AT = '2026-11-21T10:00:00.000Z'

/** A finished crawl: a start page, a flat folder with two of three pages, and a guide in folders three levels deep. */
export function fakeCrawl(count: number, change: Partial<Crawl> = {}): Crawl {
  const pages = Array.from({ length: count }, (_, n) => crawledPage(n, pathOf(n)))
  return {
    id: CRAWL_ID,
    url: ORIGIN,
    movedTo: null,
    chatId: null,
    status: 'finished',
    maxPages: 1_000,
    maxDepth: 20,
    progress: { pagesFound: count, pagesCrawled: count, currentUrl: '', currentDepth: 0, maxDepth: 20 },
    error: null,
    waiting: null,
    queuePlace: null,
    settings: plainSettings,
    branches: [],
    mailAtEnd: false,
    createdAt: AT,
    startedAt: AT,
    finishedAt: AT,
    expiresAt: null,
    pages,
    skipped: [],
    retryable: 0,
    skippedTotal: 0,
    skippedByReason: {},
    ...change,
  }
}

function pathOf(n: number): string {
  if (n === 0) return ''
  if (n % 3 !== 0) return `/docs/16/chapter-${n}.html`
  return `/guide/part-${Math.floor(n / 100)}/section-${Math.floor(n / 12)}/step-${n}`
}

function crawledPage(n: number, path: string): Crawl['pages'][number] {
  return {
    id: `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
    url: ORIGIN + path,
    title: n === 0 ? 'The manual' : `${n}. Chapter ${n} on lamps, their wicks and their glass`,
    content: '',
    summary: `Chapter ${n} describes the care of a lamp. It lists the tools and the common mistakes.`,
    mainPoints: ['Trim the wick.', 'Clean the glass.', 'Fill it outside.'],
    topics: ['lamps', 'light', 'glass'],
    selected: false,
    analysis: 'done',
    processed: false,
    depth: path.split('/').length - 1,
    fetchedAt: AT,
  }
}

/** Opens the main screen with `crawl` as the server's response; `change` alters later responses. */
export async function showCrawl(page: Page, crawl: Crawl, text = 'A lamp wants oil. '.repeat(800)) {
  let shown = crawl
  await page.route(`**/api/crawls/${CRAWL_ID}?*`, (route) => {
    const withText = route.request().url().includes('content=true')
    const pages = withText ? shown.pages.map((each) => ({ ...each, content: text })) : shown.pages
    return route.fulfill({ json: { ...shown, pages } })
  })
  await page.route(`**/api/crawls/${CRAWL_ID}/selection`, (route) => route.fulfill({ status: 204 }))
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await page.getByRole('tree').waitFor()
  return {
    change(next: Partial<Crawl>) {
      shown = { ...shown, ...next }
    },
  }
}
