/** Crawling as a person meets it: custom settings, the end of a crawl and what follows, recent crawls. */
import { waitFor } from '#test/wait-for.ts'
import { enter } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect } from './test.ts'
import { article, test } from './website.ts'

test('custom crawler settings are seen on every plan, and used and kept on those that have them', async ({ page, server, website }) => {
  const screen = crawlScreen(page)
  const email = 'custom@example.org'
  await enter(page, server, email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await expect(page.getByLabel('Only pages whose path matches')).toBeDisabled()
  await page.getByRole('group', { name: 'Custom crawler settings' }).locator('..').getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByText('Upgrade your plan')).toBeVisible()

  await server.admin(['tier', email, 'pro'])
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await page.getByLabel('Only pages whose path matches').fill('docs')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(page.getByText('docs: A pattern starts with a slash, such as /blog/*.')).toBeVisible()
  await page.getByLabel('Only pages whose path matches').fill('/docs*')
  await page.getByRole('button', { name: 'Add a header' }).click()
  await page.getByLabel('Header name 1').fill('Host')
  const value = page.getByLabel('Header value 1', { exact: true })
  await expect(value).toHaveAttribute('type', 'password')
  await value.fill('secret-of-the-site')
  await page.getByRole('button', { name: 'Show header value 1' }).click()
  await expect(value).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(page.getByText('The header Host is set by the reader itself.')).toBeVisible()

  await page.getByLabel('Header name 1').fill('Cookie')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(screen.foundPages.getByText('4 pages read from')).toBeVisible({ timeout: 30_000 })
  expect(website.requests.find(({ path }) => path === '/docs')?.headers.cookie).toBe('secret-of-the-site')

  await page.reload()
  await expect(page.getByText('in use')).toBeVisible()
  await expect(screen.foundPages.getByText('4 pages read from')).toBeVisible()
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await expect(page.getByLabel('Only pages whose path matches')).toHaveValue('/docs*')
  await expect(page.getByLabel('Header name 1')).toHaveValue('Cookie')
  await expect(value).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('secret-of')
})

test('a running crawl is in the tab, after a reload and in the recent crawls, and tells its end there', async ({
  page, server, website,
}) => {
  const held = website.hold('/docs/configure')
  await enter(page, server, 'tab@example.org')
  await page.goto('/')
  await crawlScreen(page).startCrawl(website.origin, { pages: 5 })
  await held.asked
  await expect(page).toHaveTitle(/^\(3\/5\) Crawling 127\.0\.0\.1:\d+ . Readback$/)
  await expect(page.getByText('less than a minute left').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Currently crawling: ${website.origin}/docs/configure`)).toBeVisible()
  await page.goto('/chats')
  await page.getByRole('link', { name: 'Readback' }).first().click()
  await expect(page.getByText(`Currently crawling: ${website.origin}/docs/configure`)).toBeVisible()

  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
  held.release()
  await expect(page).toHaveTitle(/^✓ 5 pages read from 127\.0\.0\.1:\d+ . Readback$/, { timeout: 30_000 })
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveTitle('Readback')
})

test('an ended crawl says what waits and what failed, and goes on with either', async ({ page, server, website }) => {
  const screen = crawlScreen(page)
  const email = 'goes-on@example.org'
  await enter(page, server, email)
  website.set('/docs', { status: 404, body: '<title>Gone</title>' })
  await page.goto('/')
  await screen.startCrawl(website.origin, { pages: 3 })
  await expect(screen.foundPages.getByText('3 pages read from')).toBeVisible({ timeout: 30_000 })
  await expect(screen.foundPages.getByText('4 more addresses wait to be read')).toBeVisible()

  website.set('/docs', article('Docs are back'))
  await screen.foundPages.getByRole('button', { name: 'Retry failed only' }).first().click()
  await expect(screen.foundPages.getByText('4 pages read from')).toBeVisible({ timeout: 30_000 })

  await server.admin(['credits', email, '0'])
  await page.getByRole('button', { name: 'Continue this crawl' }).click()
  await expect(page.getByText('Upgrade your plan')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/^Insufficient credits\. You need at least/)).toBeVisible()

  await server.admin(['credits', email, '2'])
  await expect(screen.foundPages.getByText('2 credits at most')).toBeVisible()
  await page.getByRole('button', { name: 'Continue this crawl' }).click()
  await expect(screen.foundPages.getByText('6 pages read from')).toBeVisible({ timeout: 30_000 })
  await expect(screen.credits).toHaveText('0 credits')
})

test('a crawl stopped before its first page, and one that reads nothing, say what to do next', async ({ page, server, website }) => {
  const screen = crawlScreen(page)
  await enter(page, server, 'nothing@example.org')
  const held = website.hold('/')
  await page.goto('/')
  await screen.startCrawl(website.origin, { pages: 2 })
  await held.asked
  await page.getByRole('button', { name: 'Stop Crawling' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Crawling' }).click()
  await expect(page.getByText('Crawling was stopped by user. No page had been read yet.')).toBeVisible()
  held.release()
  await page.getByRole('button', { name: 'Continue this crawl' }).click()
  await expect(screen.foundPages.getByText(/pages read from/)).toBeVisible({ timeout: 30_000 })

  website.set('/', { status: 404, body: '<title>Gone</title>' })
  await page.goto('/')
  await screen.startCrawl(website.origin)
  await expect(
    page.getByText('Failed to crawl any pages. Please check if the website is accessible and try again.'),
  ).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('1 address failed')).toBeVisible()
  await expect(screen.foundPages.getByRole('button', { name: 'Retry failed only' }).first()).toBeVisible()
})

test('credits that run out midway leave the pages read so far under the upgrade modal', async ({ page, server, website }) => {
  const screen = crawlScreen(page)
  const email = 'midway@example.org'
  await enter(page, server, email)
  const held = website.hold('/docs/install')
  await page.goto('/')
  await screen.startCrawl(website.origin, { pages: 7 })
  await held.asked
  await server.admin(['credits', email, '1'])
  held.release()
  await expect(page.getByText('Upgrade your plan')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(
    page.getByText('Insufficient credits to continue crawling. Please upgrade your plan to continue.'),
  ).toBeVisible()
  await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Continue this crawl' })).toBeVisible()
})

test('recent crawls list what runs first, and are deleted after a question', async ({ page, server, website }) => {
  const person = await enter(page, server, 'recent@example.org')
  const { body: first } = await person.post('/api/crawls', { url: `${website.origin}/blog`, maxPages: 2 })
  await waitFor('the first crawl', async () => (await person.get(`/api/crawls/${first.id}`)).body.finishedAt)
  const held = website.hold('/docs')
  await person.post('/api/crawls', { url: `${website.origin}/docs`, maxPages: 2 })
  await held.asked
  const { body: chat } = await person.post('/api/chats', { title: 'Aside', crawled_pages: [], selected_pages: [], chat_history: [] })

  // A chat's own crawl screen is not taken over by a crawl that runs elsewhere.
  await page.goto(`/chats/${chat.id}/crawl`)
  const crawls = page.getByRole('region', { name: 'Recent crawls' }).getByRole('listitem')
  await expect(crawls).toHaveText([/\/docs.*(In the queue|Crawling)/, /\/blog.*1 page/])
  await crawls.nth(1).getByRole('button', { name: /^Delete the crawl of/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Pages that chats use stay.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(crawls).toHaveCount(2)
  await crawls.nth(1).getByRole('button', { name: /^Delete the crawl of/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(crawls).toHaveCount(1)
  await page.reload()
  await expect(crawls).toHaveText([/\/docs.*(In the queue|Crawling)/])
  held.release()
})

test('a person who wishes so is told of the end by mail and by the browser', async ({ page, server, website }) => {
  const email = 'told@example.org'
  await page.context().grantPermissions(['notifications'], { origin: server.url })
  // What the browser would show outside of the page.
  await page.addInitScript(() => {
    const told: string[] = []
    class Told extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body }: { body: string }) {
        super()
        told.push(`${title}: ${body}`)
      }
      close() {}
    }
    Object.assign(window, { Notification: Told, told })
  })
  await enter(page, server, email)
  await page.goto('/')
  await page.getByLabel('Mail me when it is done').check()
  await page.getByLabel('Notify me in this browser').check()
  const held = website.hold('/docs')
  await crawlScreen(page).startCrawl(website.origin, { pages: 3 })
  await held.asked
  await expect(page.getByText('A mail tells you when it is done.')).toBeVisible()
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
  held.release()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'told')), { timeout: 30_000 })
    .toEqual([`Crawl of ${website.host}: 3 pages read from ${website.host}.`])
  await waitFor('the mail', async () => (await server.mailTo(email)).includes(website.host))
  await page.reload()
  await expect(page.getByLabel('Mail me when it is done')).toBeChecked()
})

test('crawls of one host take turns: those that wait say for what, and how many come before', async ({
  page,
  browser,
  server,
  website,
}) => {
  const first = await enter(page, server, 'first-at-host@example.org')
  const held = website.hold('/docs')
  await first.post('/api/crawls', { url: website.origin, maxPages: 3 })
  await held.asked

  const context = await browser.newContext({ baseURL: server.url })
  const waiting = await context.newPage()
  const second = await enter(waiting, server, 'second-at-host@example.org')
  const { body: before } = await second.post('/api/crawls', { url: `${website.origin}/blog`, maxPages: 1 })
  const { foundPages } = crawlScreen(waiting)
  await waiting.goto(`/?crawl=${before.id}`)
  await expect(foundPages.getByText(`Waiting its turn on ${website.host}`)).toBeVisible()
  await expect(foundPages.getByText(/^Currently crawling/)).toBeHidden()
  await expect(foundPages.getByText(/^In the queue/), 'nobody but the one at the host is before it').toBeHidden()

  const { body: last } = await second.post('/api/crawls', { url: `${website.origin}/blog`, maxPages: 1 })
  await waiting.goto(`/?crawl=${last.id}`)
  // Only a wait longer than a second is told.
  await expect(foundPages.getByText(`Waiting its turn on ${website.host}`)).toBeVisible()
  await expect(foundPages.getByText('In the queue: 1 crawl before this one')).toBeVisible()

  held.release()
  await expect(foundPages.getByText('1 page read from')).toBeVisible({ timeout: 30_000 })
  await waiting.goto(`/?crawl=${before.id}`)
  await expect(foundPages.getByText('1 page read from')).toBeVisible({ timeout: 30_000 })
  await context.close()
})
