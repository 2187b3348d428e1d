/** The main screen: header, crawl form, Found Pages, assistant, upgrade modal. */
import { readFile } from 'node:fs/promises'
import { crawlManual, signUp } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect, test } from './test.ts'

const BANNER = 'Need to crawl more pages or go deeper? Upgrade to our Pro plan!'

test('shows visitors a sign-in button and users their chats, credits and menu [main-screen-1]', async ({
  page,
  server,
}) => {
  const header = page.getByRole('banner')
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  await page.goto('/')
  await expect(header.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(refused, 'visitors send no request that is refused').toEqual([])
  await expect(page.getByText('Free tier limit: 10 pages.')).toBeVisible()
  // As a server with DEFAULT_TIER=enterprise responds.
  await page.route('**/api/instance', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), defaultTier: 'enterprise' } })
  })
  await page.reload()
  await expect(page.getByText('Enterprise plan limit: 1,000 pages.')).toBeVisible()
  await page.unroute('**/api/instance')
  await header.getByRole('button', { name: 'Chats' }).click()
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()

  await signUp(page, server, 'header@example.org')
  await page.goto('/')
  await expect(header.getByText('30 credits')).toBeVisible()
  await expect(header.getByRole('button', { name: 'Upgrade' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Sign in' })).toBeHidden()
  await header.getByRole('link', { name: 'Chats' }).click()
  await expect(page).toHaveURL('/chats')
})

test('clamps the limits of the crawl form to the plan and offers the upgrade [main-screen-2]', async ({
  page,
  server,
}) => {
  await signUp(page, server, 'form@example.org')
  await page.goto('/chats/new')
  const url = page.getByLabel('Website URL')
  const submit = page.getByRole('button', { name: 'Start Crawling' })
  await expect(url).toHaveAttribute('type', 'url')
  await expect(url).toHaveAttribute('placeholder', /website URL to crawl/)
  await expect(submit).toBeDisabled()
  await url.fill('   ')
  await expect(submit).toBeDisabled()
  await url.fill('not an address')
  await submit.click()
  await expect(page.getByText('Invalid URL provided')).toBeVisible()

  for (const [label, limit] of [
    ['Maximum Pages', '10'],
    ['Maximum Depth', '3'],
  ] as const) {
    const field = page.getByLabel(label)
    await expect(page.getByText(`Free tier limit: ${limit}`)).toBeVisible()
    await field.fill('500')
    await expect(field).toHaveValue(limit)
    await expect(page.getByText(BANNER)).toBeVisible()
    await field.fill('')
    await field.blur()
    await expect(field).toHaveValue('1')
  }
  await page.getByRole('button', { name: 'Upgrade Now' }).click()
  const modal = page.getByRole('dialog')
  for (const words of ['$29 per month', '300 credits per day', 'Up to 100 pages per crawl', 'Custom price', 'SLA']) {
    await expect(modal.getByText(words)).toBeVisible()
  }
})

test('shows summary and key points of found pages, downloads and processes them [main-screen-3]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'pages@example.org')
  const crawl = await crawlManual(person)
  const screen = crawlScreen(page)
  await page.goto(`/?crawl=${crawl.id}`)
  await expect(screen.foundPages.getByText('Select pages to include in your knowledge base')).toBeVisible()
  await expect(page.getByPlaceholder('Type your message...')).toBeHidden()

  await screen.foundPages.getByText('More...').first().click()
  await expect(screen.foundPages.getByRole('heading', { name: 'Summary' })).toBeVisible()
  await expect(screen.foundPages.getByRole('heading', { name: 'Key Points' })).toBeVisible()

  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await screen.foundPages.getByRole('button', { name: 'Download Crawled Data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^crawled-data-\d{4}-\d{2}-\d{2}\.json$/)
  const text = await readFile(await download.path(), 'utf8')
  const records = JSON.parse(text)
  expect(text).toBe(JSON.stringify(records, null, 2))
  expect(records).toHaveLength(3)
  expect(Object.keys(records[0])).toEqual(['url', 'title', 'content', 'summary', 'mainPoints', 'topics', 'exportedAt'])

  const answered = Promise.withResolvers<void>()
  await page.route('**/api/knowledge', async (route) => {
    await answered.promise
    await route.continue()
  })
  await screen.foundPages.getByRole('button', { name: 'Process selected pages' }).click()
  await expect(screen.foundPages.getByRole('button', { name: 'Processing selected pages...' })).toBeDisabled()
  answered.resolve()
  await expect(page.getByRole('heading', { name: 'AI Assistant' })).toBeVisible()
})

test('reports processing that fails and tries again [main-screen-6]', async ({ page, server }) => {
  const person = await signUp(page, server, 'processing@example.org')
  const crawl = await crawlManual(person, 1)
  const screen = crawlScreen(page)
  await page.goto(`/?crawl=${crawl.id}`)
  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await page.route('**/api/knowledge', (route) => route.abort())
  await screen.foundPages.getByRole('button', { name: 'Process selected pages' }).click()
  await expect(page.getByText('Failed to process pages')).toBeVisible()
  await page.unroute('**/api/knowledge')
  const process = screen.foundPages.getByRole('button', { name: 'Process selected pages' })
  await expect(process, 'a button that was busy keeps the focus').toBeFocused()
  await screen.process()
  await expect(screen.input).toBeFocused()

  // Where the chat takes the place of the pages, with the button.
  await page.setViewportSize({ width: 720, height: 800 })
  await page.getByRole('button', { name: /^Pages/ }).click()
  await process.click()
  await expect(screen.input).toBeFocused()
})

test('shows the question immediately and restores it when the answer fails [main-screen-4]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'asking@example.org')
  const crawl = await crawlManual(person)
  const screen = crawlScreen(page)
  await page.goto(`/?crawl=${crawl.id}`)
  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await screen.process()
  const send = page.getByRole('button', { name: /^Send/ })
  await expect(send).toBeDisabled()

  await page.route('**/api/answers', (route) => route.abort())
  await screen.input.fill('What is a credit?')
  await send.click()
  await expect(page.getByText('Failed to get a response. Please try again.')).toBeVisible()
  await expect(screen.input).toHaveValue('What is a credit?')
  await page.unroute('**/api/answers')

  const held = Promise.withResolvers<void>()
  await page.route('**/api/answers', async (route) => {
    await held.promise
    await route.continue()
  })
  await send.click()
  const question = page.getByText('What is a credit?', { exact: true })
  await expect(question).toBeVisible()
  await expect(screen.input).toHaveValue('')
  await expect(send).toBeDisabled()
  held.resolve()
  await expect(page.getByText(/\d+ quoted/)).toBeVisible()

  const answer = await page.getByText(/\d+ quoted/).boundingBox()
  const asked = await question.boundingBox()
  expect(asked?.x, 'questions are on the right, answers on the left').toBeGreaterThan(answer?.x ?? Infinity)
})

test('opens the upgrade modal when credits are insufficient [main-screen-5]', async ({ page, server }) => {
  const email = 'poor@example.org'
  await signUp(page, server, email)
  await server.admin(['credits', email, '3'])
  await page.goto('/')
  await crawlScreen(page).startCrawl('http://127.0.0.1:4000', { pages: 10 })
  await expect(page.getByRole('dialog', { name: 'Upgrade your plan' })).toBeVisible()
  await page.keyboard.press('Escape')
  // It has the same sentence until it has closed.
  await expect(page.getByRole('dialog', { name: 'Upgrade your plan' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start Crawling' })).toBeFocused()
  await expect(
    page.getByText(
      'Insufficient credits. You need at least 10 credits to crawl up to 10 pages. Please upgrade your plan to continue.',
    ),
  ).toBeVisible()
})

test('updates the balance in the header when it changes elsewhere', async ({ page, server }) => {
  const email = 'live@example.org'
  await signUp(page, server, email)
  await page.goto('/')
  await expect(page.getByText('30 credits')).toBeVisible()
  await server.admin(['credits', email, '77'])
  await expect(page.getByText('77 credits')).toBeVisible()
})

test('shows a balance that changes between its reading and the event stream [main-screen-7]', async ({
  page,
  server,
}) => {
  const email = 'between@example.org'
  await signUp(page, server, email)
  const changed = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await changed.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('30 credits')).toBeVisible()
  await server.admin(['credits', email, '78'])
  changed.resolve()
  await expect(page.getByText('78 credits')).toBeVisible()
})

test('offers visitors who start a crawl an account, and says why', async ({ page }) => {
  await page.goto('/')
  await crawlScreen(page).startCrawl('https://manual.example')
  const dialog = page.getByRole('dialog', { name: 'Create your account' })
  await expect(dialog.getByText(/You continue here once your email is verified\.$/)).toBeVisible()
  await expect(dialog.getByText(/our manual/)).toBeHidden()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible()
})
