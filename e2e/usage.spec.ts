/** The upgrade modal and the usage screen. */
import { expectNoViolation } from './support/axe.ts'
import { crawlWebsite, signUp } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

const planWords = [
  ...[
    '$29 per month',
    '300 credits per day',
    'Up to 100 pages per crawl',
    'Max depth 10',
    'Priority support',
    'API access',
    'Custom crawler settings',
  ],
  ...[
    'Custom price',
    'Unlimited credits',
    'Unlimited pages per crawl',
    'Unlimited depth',
    'Dedicated support',
    'Custom integrations',
    'SLA',
  ],
]

test('opens the upgrade modal from every button and names the operator [usage-1]', async ({ page, server }) => {
  const email = 'everywhere@example.org'
  const screen = crawlScreen(page)
  const modal = page.getByRole('dialog')
  // A visitor learns it before signing up.
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Upgrade' }).first().click()
  await expect(modal.getByText('This server doesn’t take payments. To change your plan')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Sign in to upgrade' })).toBeHidden()
  await signUp(page, server, email)
  const opens = async (act: () => Promise<void>) => {
    await expect(modal).toBeHidden()
    await act()
    await expect(modal.getByText('Upgrade your plan')).toBeVisible()
  }
  await page.goto('/')
  await expect(page.getByRole('banner').getByText('30 credits')).toBeVisible()
  await opens(() => page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click())
  for (const words of planWords) await expect(modal.getByText(words, { exact: true })).toBeVisible()
  await expect(modal.getByText('Current plan', { exact: true })).toBeVisible()
  await expect(modal.getByText('This server doesn’t take payments. To change your plan')).toBeVisible()
  await expect(modal.getByRole('link', { name: 'how to change plans' })).toHaveAttribute('href', /^\/help\/running#/)
  await expect(modal.getByRole('button', { name: /Pro/ })).toBeHidden()
  // Wait until the button is not covered.
  const close = modal.getByRole('button', { name: 'Close' })
  await close.click({ trial: true })
  await expectNoViolation(page, 'upgrade modal')
  await close.click()

  for (const label of ['Maximum Pages', 'Maximum Depth']) {
    const hint = page.getByText(`Free tier limit: ${label === 'Maximum Pages' ? 10 : 3}`)
    await opens(() => hint.locator('..').getByRole('button', { name: 'Upgrade' }).click())
    await close.click()
  }
  await opens(async () => {
    await page.getByLabel('Maximum Pages').fill('500')
    await page.getByRole('button', { name: 'Upgrade Now' }).click()
  })
  await server.admin(['credits', email, '3'])
  await page.goto('/')
  await screen.startCrawl('http://127.0.0.1:4000', { pages: 10 })
  await expect(modal.getByText('Insufficient credits. You need at least 10 credits')).toBeVisible()
  const line = await modal.getByText('To change your plan').boundingBox()
  expect(line?.height, 'one sentence in one or two lines').toBeLessThan(50)
  const started = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.status() === 201,
  )
  await modal.getByRole('button', { name: 'Crawl 3 pages with your 3 credits' }).click()
  expect(await (await started).json()).toMatchObject({ maxPages: 3 })
  await expect(modal).toBeHidden()

  await server.admin(['grant', email])
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click()
  await expect(modal.getByText('npm run admin')).toBeHidden()
  await modal.getByRole('link', { name: 'under People' }).click()
  await expect(page).toHaveURL(`/admin/people?q=${encodeURIComponent(email)}`)
  await expect(modal).toBeHidden()
})

test('shows the use of every credit by crawl, by page, by day and as a table', async ({ page, server }) => {
  const person = await signUp(page, server, 'usage@example.org')
  await page.goto('/usage')
  await expect(page.getByText('No usage yet')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^None$/ })).toBeVisible()
  await expect(page.getByText('The Free plan doesn’t refill. Pro refills to 300 credits every day.')).toBeVisible()
  await expectNoViolation(page, 'usage, nothing spent')

  const crawl = await crawlWebsite(person, 4)
  // Updates without a reload.
  await expect(page.getByRole('region', { name: 'Balance and plan' }).getByText('26 credits')).toBeVisible()
  const ledger = page.getByRole('region', { name: 'Credit history' })
  await expect(ledger.getByRole('row')).toHaveCount(3)
  await ledger.getByRole('button', { name: '4 pages crawled' }).click()
  for (const { url } of crawl.pages) await expect(ledger.getByText(url, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /4 in the last 30 days, with a peak of 4 on/ })).toBeVisible()
  await expectNoViolation(page, 'usage')
  const asTable = page.getByRole('button', { name: 'Show as table' })
  await asTable.click()
  await expect(asTable, 'pressed, in dark colors').toHaveCSS('color', 'rgb(134, 196, 181)')
  const table = page.getByRole('region', { name: 'Credits per day, last 30 days' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1)).toContainText(/4\s*30$/)
  await expectNoViolation(page, 'usage as a table')

  await server.admin(['tier', 'usage@example.org', 'enterprise'])
  await page.setViewportSize({ width: 844, height: 390 })
  await page.reload()
  await expect(page.getByText(/, to 3,000 credits$/)).toBeVisible()
  const facts = page.getByRole('region', { name: 'Balance and plan' }).getByRole('term')
  const tops = await facts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(new Set(tops).size, 'balance, plan and refill are side by side').toBe(1)

  const crawledSite = ledger.getByRole('link', { name: new URL(crawl.pages[0]?.url ?? '').origin })
  await crawledSite.first().click()
  await expect(page).toHaveURL(`/?crawl=${crawl.id}`)
  await person.delete(`/api/crawls/${crawl.id}`)
  await openInApp(page, '/usage')
  await expect(ledger.getByText('(crawl deleted)').first()).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Usage' })).toBeVisible()
})

test('reports usage and balance that cannot be loaded, ends a start whose credit check fails, and tries again [usage-4]', async ({
  page,
  server,
}) => {
  await signUp(page, server, 'no-usage@example.org')
  await page.route('**/api/usage*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'credits.load-failed', message: 'Failed to load credits' } } }),
  )
  await page.route('**/api/credits', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'credits.load-failed', message: 'Failed to load credits' } } }),
  )
  await page.goto('/usage')
  await expect(page.getByText('Failed to load usage')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('banner').getByText('Error loading credits')).toBeVisible({ timeout: 20_000 })
  await expectNoViolation(page, 'usage failed')

  const checkFailed = { code: 'credits.check-failed', message: 'Failed to check credit balance' }
  await page.route('**/api/crawls', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: checkFailed } })
      : route.fallback(),
  )
  await page.goto('/')
  await expect(page.getByRole('banner').getByText('Error loading credits')).toBeVisible()
  // The credits are loaded again after a failed start. The form does not wait for them.
  const held = new Promise<void>(() => undefined)
  await page.route('**/api/credits', () => held)
  await page.getByLabel('Website URL').fill('https://example.org')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(page.getByText('Failed to check credit balance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Crawling' })).toBeEnabled()
  await page.unroute('**/api/crawls')
  await openInApp(page, '/usage')
  await expect(page.getByText('Failed to load usage')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/usage*')
  await page.unroute('**/api/credits')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No usage yet')).toBeVisible()
  await server.admin(['credits', 'no-usage@example.org', '31'])
  await expect(page.getByRole('banner').getByText('31 credits')).toBeVisible()
})

test('updates the balance in every open tab [usage-2]', async ({ page, server }) => {
  const email = 'balance-tabs@example.org'
  await signUp(page, server, email)
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  for (const tab of tabs) {
    await tab.goto('/')
    await expect(tab.getByRole('banner').getByText('30 credits')).toBeVisible()
  }
  await server.admin(['tier', email, 'pro'])
  for (const tab of tabs) await expect(tab.getByRole('banner').getByText('300 credits')).toBeVisible()
  await expect(page.getByText('Pro plan limit: 100')).toBeVisible()
})

test('loads a year of usage page by page', async ({ page, server }) => {
  const person = await signUp(page, server, 'much@example.org')
  const entry = (id: number) => ({
    id,
    at: new Date(Date.now() - (120 - id) * 3_600_000).toISOString(),
    amount: id % 9 === 0 ? 271 : -1,
    reason: id % 9 === 0 ? 'daily' : 'page',
    charges: null,
    url: id % 9 === 0 ? null : `https://docs.example.org/a-rather-long-section/with-a-chapter/page-${id}`,
    crawl: id % 9 === 0 ? null : { id: '00000000-0000-4000-8000-000000000000', url: 'https://docs.example.org/' },
  })
  const own = (await person.get('/api/usage')).body
  await page.route('**/api/usage*', async (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get('before') ?? 121)
    const entries = Array.from({ length: Math.min(50, before - 1) }, (_, index) => entry(before - 1 - index))
    const days = own.days.map((day: object, index: number) => ({
      ...day,
      spent: (index * 37) % 290,
      granted: index % 3 ? 290 : 0,
    }))
    await route.fulfill({
      json: {
        ...own,
        days,
        credits_count: 123,
        tier: 'pro',
        next_return: '2027-01-01T00:00:00.000Z',
        entries,
        next: entries.at(-1)?.id === 1 ? null : entries.at(-1)?.id,
      },
    })
  })
  await page.goto('/usage')
  const ledger = page.getByRole('region', { name: 'Credit history' })
  await expect(ledger.getByRole('row')).toHaveCount(51)
  await expectNoViolation(page, 'much usage')
  for (const rows of [101, 121]) {
    await ledger.getByRole('button', { name: 'Show older' }).click()
    await expect(ledger.getByRole('row')).toHaveCount(rows)
  }
  await expect(ledger.getByRole('button', { name: 'Show older' })).toBeHidden()
})
