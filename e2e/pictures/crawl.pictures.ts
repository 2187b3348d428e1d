/** The main screen: form, a crawl in each state, found pages. */
import { CRAWL_ID, fakeCrawl, showCrawl } from '#e2e/support/fake-crawl.ts'
import { signUp } from '#e2e/support/user.ts'
import { crawlScreen } from '#e2e/support/crawl-screen.ts'
import { expect, test } from '#e2e/test.ts'
import { takePicture } from './take-picture.ts'

const skipped = [
  { url: 'https://manual.example/private', reason: 'robots' as const, detail: 'Disallow: /private' },
  { url: 'https://manual.example/gone', reason: 'http-status' as const, detail: '404' },
  { url: 'https://manual.example/later', reason: 'stopped' as const, detail: '' },
]
const counted = { skipped, skippedTotal: 3, skippedByReason: { robots: 1, 'http-status': 1, stopped: 1 } }
const halfway = {
  pagesFound: 40,
  pagesCrawled: 12,
  currentUrl: 'https://manual.example/docs/16/chapter-13.html',
  currentDepth: 2,
  maxDepth: 3,
}

test('the form', async ({ page, server }) => {
  const email = 'picture-form@example.org'
  await signUp(page, server, email)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Try it on our manual' })).toBeEnabled()
  await expect(page.getByText('30 credits')).toBeVisible()
  await takePicture(page, 'crawl/new-account')
  await page.getByLabel('Maximum Pages').fill('500')
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await expect(page.getByLabel('Include paths')).toBeDisabled()
  await takePicture(page, 'crawl/limits-of-the-plan', { whole: true })
  await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByRole('dialog').getByText('Upgrade your plan')).toBeVisible()
  await takePicture(page, 'crawl/upgrade')
  await server.admin(['tier', email, 'pro'])
  await page.goto('/')
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await page.getByRole('button', { name: 'Add header' }).click()
  await takePicture(page, 'crawl/custom-settings', { whole: true })

  await page.route('**/api/previews', (route) => route.fulfill({ json: previewed }))
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await page.getByLabel('Website URL').fill('manual.example')
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByRole('tree', { name: 'Pages on this site' })).toBeVisible()
  await takePicture(page, 'crawl/preview', { whole: true })
})

test('a crawl from its start to its end', async ({ page, server }) => {
  const { foundPages, tree } = crawlScreen(page)
  const email = 'picture-crawl@example.org'
  await signUp(page, server, email)
  // On the free plan, a crawl of 12 pages cannot go on.
  await server.admin(['tier', email, 'pro'])
  const running = {
    status: 'crawling',
    finishedAt: null,
    startedAt: new Date(Date.now() - 40_000).toISOString(),
  } as const
  const shown = await showCrawl(page, fakeCrawl(12, { ...running, progress: halfway }))
  await expect(foundPages.getByText(/Currently crawling/)).toBeVisible()
  await takePicture(page, 'crawl/crawling')
  await page.getByRole('button', { name: 'Stop Crawling' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takePicture(page, 'crawl/stop-crawling')
  await page.keyboard.press('Escape')

  shown.change({
    ...running,
    waiting: { code: 'host', host: 'manual.example' },
    progress: { ...halfway, currentUrl: '' },
  })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(foundPages.getByText('Waiting for other requests to manual.example')).toBeVisible()
  await takePicture(page, 'crawl/waiting')

  const ended = { waiting: null, finishedAt: new Date().toISOString() }
  shown.change({
    ...ended,
    ...counted,
    status: 'stopped',
    error: { code: 'crawl.stopped', message: 'Crawling was stopped by user' },
  })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(foundPages.getByRole('button', { name: 'Continue crawl' })).toBeVisible()
  await foundPages.getByRole('button', { name: /address(es)? skipped/ }).click()
  await foundPages.getByRole('button', { name: /^The site returned an error/ }).click()
  await takePicture(page, 'crawl/stopped-and-what-was-skipped', { whole: true })

  shown.change({ ...ended, status: 'finished', error: null, skipped: [], skippedTotal: 0, skippedByReason: {} })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(foundPages.getByText(/pages crawled from/)).toBeVisible()
  await takePicture(page, 'crawl/finished')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await takePicture(page, 'crawl/form-opened-again', { phoneOnly: true })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await tree.getByRole('button', { name: 'More...' }).nth(1).click()
  await takePicture(page, 'crawl/selected-with-summary', { whole: true })
  await foundPages.getByRole('searchbox', { name: 'Filter pages' }).fill('chapter 1')
  await expect(foundPages.getByRole('button', { name: /^Select \d+ match/ })).toBeVisible()
  await takePicture(page, 'crawl/filtered')
  await foundPages.getByRole('searchbox', { name: 'Filter pages' }).fill('')
  await page.route('**/api/crawls/*?content=true', (route) => route.abort())
  await foundPages.getByRole('button', { name: 'Download Crawled Data' }).click()
  await expect(foundPages.getByText('Failed to download data. Please try again.')).toBeVisible()
  await takePicture(page, 'crawl/download-failed')
  await foundPages.getByRole('button', { name: 'Try Again' }).click()
  await page.route('**/api/knowledge', () => {})
  await foundPages.getByRole('button', { name: 'Process selected pages' }).click()
  await expect(foundPages.getByText('Processing selected pages...').first()).toBeVisible()
  await takePicture(page, 'crawl/processing')

  shown.change({
    status: 'failed',
    error: { code: 'crawl.nothing-crawled', message: 'Failed to crawl any pages.' },
    pages: [],
    ...counted,
  })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(foundPages).toBeVisible()
  await takePicture(page, 'crawl/failed')
})

test('a crawl while it loads and when it cannot be loaded', async ({ page, server }) => {
  await signUp(page, server, 'picture-loading@example.org')
  await page.route(`**/api/crawls/${CRAWL_ID}?*`, () => {})
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(page.getByText('30 credits')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Found Pages' })).toBeVisible()
  await takePicture(page, 'crawl/loading')
  await page.route(`**/api/crawls/${CRAWL_ID}?*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible({ timeout: 60_000 })
  await takePicture(page, 'crawl/loading-failed')
})

const previewed = {
  url: 'https://manual.example/',
  title: 'The manual',
  addresses: ['', 'docs', 'docs/install', 'docs/deep/down', 'blog/one', 'blog/two'].map((path) => ({
    url: `https://manual.example/${path}`,
    title: `All about ${path || 'lamps'}`,
    from: 'link',
  })),
  total: 6,
  skipped: skipped.slice(0, 2),
  sitemaps: [],
  pauseMs: 4000,
}

test('topics and site map', async ({ page, server }) => {
  const { foundPages } = crawlScreen(page)
  await signUp(page, server, 'picture-glance@example.org')
  const left = Array.from({ length: 60 }, (_, n) => ({
    url: `https://manual.example/${n % 3 === 0 ? 'docs/16' : 'guide/part-0'}/left-${n}`,
    reason: (['robots', 'http-status', 'beyond-depth'] as const)[n % 3] ?? 'robots',
    detail: '',
  }))
  const crawl = fakeCrawl(400, {
    skipped: left,
    skippedTotal: 60,
    skippedByReason: { robots: 20, 'http-status': 20, 'beyond-depth': 20 },
  })
  const subjects = [
    'lamps',
    'glass',
    'wicks',
    'oil',
    'keepers',
    'fog',
    'storms',
    'the lens',
    'granite',
    'bells',
    'ships',
    'rocks',
    'tides',
  ]
  const topicsOf = (n: number) => subjects.filter((_, at) => (n * (at + 3)) % 7 < 2)
  await showCrawl(page, { ...crawl, pages: crawl.pages.map((each, n) => ({ ...each, topics: topicsOf(n) })) })
  await foundPages.getByRole('button', { name: 'Topics on these pages' }).click()
  await takePicture(page, 'crawl/topics', { whole: true })
  await foundPages.getByRole('button', { name: 'Site map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Site map' })
  await expect(dialog.getByText('400 pages crawled, 60 not crawled', { exact: true })).toBeVisible()
  await takePicture(page, 'crawl/site-map')
  await dialog.getByRole('button', { name: 'Show as table' }).click()
  await takePicture(page, 'crawl/site-map-as-a-table')
})

test('the shortcuts', async ({ page, server }) => {
  await signUp(page, server, 'picture-shortcuts@example.org')
  await page.goto('/usage')
  await expect(page.getByText('No usage yet')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await takePicture(page, 'account/shortcuts')
})
