/** A finished crawl of as many pages as a test wants, shown without crawling them: the server's answer is laid over. */
import type { Page } from '@playwright/test'
import type { Crawl } from '#shared/crawls.ts'
import { plainSettings } from '#shared/crawl-settings.ts'

export const CRAWL_ID = '00000000-0000-4000-8000-000000000000'
const ORIGIN = 'https://manual.example'
const AT = '2026-11-21T10:00:00.000Z'

/** One start page, a flat manual with two pages in three, and a guide whose folders lie three deep. */
export function manyPages(count: number, change: Partial<Crawl> = {}): Crawl {
  const pages = Array.from({ length: count }, (_, n) => crawledPage(n, pathOf(n)))
  return {
    id: CRAWL_ID,
    url: ORIGIN,
    chatId: null,
    status: 'finished',
    maxPages: 1_000,
    maxDepth: 20,
    progress: { pagesFound: count, pagesCrawled: count, currentUrl: '', currentDepth: 0, maxDepth: 20 },
    error: null,
    waiting: '',
    queuePlace: null,
    settings: plainSettings,
    branches: [],
    mailAtEnd: false,
    createdAt: AT,
    startedAt: AT,
    finishedAt: AT,
    pages,
    skipped: [],
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
    summary: `Chapter ${n} tells how a lamp is kept. It names what is needed and what to leave alone.`,
    mainPoints: ['Trim the wick.', 'Clean the glass.', 'Fill it outside.'],
    topics: ['lamps', 'light', 'glass'],
    selected: false,
    analysis: 'done',
    processed: false,
    depth: path.split('/').length - 1,
    fetchedAt: AT,
  }
}

/** Opens the main screen on `crawl` as if the server held it; answers how to change what the server says. */
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
