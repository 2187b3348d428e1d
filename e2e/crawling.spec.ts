/** Crawls on the screen: custom settings, end and continuation, recent crawls, notifications. */
import { waitFor } from '#test/wait-for.ts'
import { signUp } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect } from './test.ts'
import { openInApp } from './support/open-in-app.ts'
import { article, test } from './support/website-test.ts'

test('shows custom crawler settings on every plan and applies them on paid plans', async ({
  page,
  server,
  website,
}) => {
  const screen = crawlScreen(page)
  const email = 'custom@example.org'
  await signUp(page, server, email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await expect(page.getByLabel('Include paths')).toBeDisabled()
  await page
    .getByRole('group', { name: 'Custom crawler settings' })
    .locator('..')
    .getByRole('button', { name: 'Upgrade' })
    .click()
  await expect(page.getByRole('dialog', { name: 'Upgrade your plan' })).toBeVisible()

  await server.admin(['tier', email, 'pro'])
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await page.getByLabel('Include paths').fill('docs')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(page.getByText('docs: Pattern must start with a slash, e.g. /blog/*.')).toBeVisible()
  await page.getByLabel('Include paths').fill('/docs*')
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByLabel('Header name 1').fill('Host')
  await page.setViewportSize({ width: 320, height: 568 })
  const remove = await page.getByRole('button', { name: 'Remove header 1' }).boundingBox()
  const paths = await page.getByLabel('Include paths').boundingBox()
  const beyond = (remove?.x ?? 0) + (remove?.width ?? 0) - (paths?.x ?? 0) - (paths?.width ?? 0)
  expect(beyond, 'on the smallest phone, a header stays within the form').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  const delay = await page.getByText('Delay between pages (seconds)').boundingBox()
  const reader = await page.getByText('Reader', { exact: true }).boundingBox()
  expect(reader?.y, 'fields side by side start at the same height').toBe(delay?.y)
  const value = page.getByLabel('Header value 1', { exact: true })
  await expect(value).toHaveAttribute('type', 'password')
  await value.fill('secret-of-the-site')
  await page.getByRole('button', { name: 'Show header value 1' }).click()
  await expect(value).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(page.getByText('The Host header is set automatically and can’t be changed.')).toBeVisible()

  await page.getByLabel('Header name 1').fill('Cookie')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(screen.foundPages.getByText('4 pages crawled from')).toBeVisible({ timeout: 30_000 })
  expect(website.requests.find(({ path }) => path === '/docs')?.headers.cookie).toBe('secret-of-the-site')

  await page.reload()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('Active')).toBeVisible()
  await expect(screen.foundPages.getByText('4 pages crawled from')).toBeVisible()
  await page.getByRole('button', { name: 'Custom crawler settings' }).click()
  await expect(page.getByLabel('Include paths')).toHaveValue('/docs*')
  await expect(page.getByLabel('Header name 1')).toHaveValue('Cookie')
  await expect(value).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('secret-of')
})

test('starts one crawl and charges it once after a double click on Start Crawling [crawling-3]', async ({
  page,
  server,
  website,
}) => {
  const client = await signUp(page, server, 'double@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)
  await page.getByLabel('Maximum Pages').fill('1')
  await page.getByRole('button', { name: 'Start Crawling' }).dblclick()
  await expect(crawlScreen(page).foundPages.getByText('1 page crawled from')).toBeVisible({ timeout: 30_000 })
  expect((await client.get('/api/crawls')).body.crawls).toHaveLength(1)
  expect((await client.get('/api/credits')).body.credits_count).toBe(29)
})

test('says where a redirect of the start page has moved the crawl [crawling-4]', async ({ page, server, website }) => {
  await signUp(page, server, 'moved-start@example.org')
  website.set('/manual', { status: 302, headers: { location: '/docs' } })
  await page.goto('/')
  await page.getByLabel('Website URL').fill(`${website.origin}/manual`)
  await page.keyboard.press('Enter')
  const { foundPages } = crawlScreen(page)
  await expect(foundPages.getByText('1 page crawled from')).toBeVisible({ timeout: 30_000 })
  const heading = foundPages.getByRole('heading', { name: 'Found Pages' })
  await expect(heading, 'the field that had the focus is gone').toBeFocused()
  await expect(
    page.getByText(`${website.origin}/manual redirects to ${website.origin}/docs, so the crawl starts there.`),
  ).toBeVisible()
})

test('shows a running crawl in the tab title, after a reload and among the recent crawls', async ({
  page,
  server,
  website,
}) => {
  const held = website.hold('/docs/configure')
  await signUp(page, server, 'tab@example.org')
  await page.goto('/')
  await crawlScreen(page).startCrawl(website.origin, { pages: 5 })
  await held.asked
  await expect(page).toHaveTitle(/^\(3\/5\) Crawling 127\.0\.0\.1:\d+ . Readback$/)
  await expect(page.getByText('less than a minute left').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Currently crawling: ${website.origin}/docs/configure`)).toBeVisible()
  await openInApp(page, '/chats')
  await page.getByRole('link', { name: 'Readback' }).first().click()
  await expect(page.getByText(`Currently crawling: ${website.origin}/docs/configure`)).toBeVisible()

  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
  held.release()
  await expect(page).toHaveTitle(/^✓ 5 pages crawled from 127\.0\.0\.1:\d+ . Readback$/, { timeout: 30_000 })
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveTitle(/^127\.0\.0\.1:\d+ . Readback$/)
})

test('shows pending and failed addresses of an ended crawl and continues with either', async ({
  page,
  server,
  website,
}) => {
  const screen = crawlScreen(page)
  const email = 'goes-on@example.org'
  await signUp(page, server, email)
  website.set('/docs', { status: 408, body: '<title>Busy</title>' })
  await page.goto('/')
  await screen.startCrawl(website.origin, { pages: 3 })
  await expect(screen.foundPages.getByText('3 pages crawled from')).toBeVisible({ timeout: 30_000 })
  await expect(screen.foundPages.getByText('4 more pages found')).toBeVisible()

  website.set('/docs', article('Docs are back'))
  await screen.foundPages.getByRole('button', { name: 'Retry failed' }).first().click()
  await expect(screen.foundPages.getByText('4 pages crawled from')).toBeVisible({ timeout: 30_000 })

  await server.admin(['credits', email, '0'])
  await expect(screen.foundPages.getByText('You have no credits left to continue.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue crawl' })).toBeHidden()
  await screen.foundPages.getByRole('button', { name: 'Upgrade' }).click()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade your plan' })
  // The dialog grows with this sentence, and its buttons move.
  await expect(upgrade.getByText('contact its operator')).toBeVisible()
  await upgrade.getByRole('button', { name: 'Close' }).click()
  await expect(upgrade).toBeHidden()

  await server.admin(['credits', email, '2'])
  await expect(screen.foundPages.getByText('Continue with up to 2 pages, 1 credit each')).toBeVisible()
  await page.getByRole('button', { name: 'Continue crawl' }).click()
  await expect(screen.foundPages.getByText('6 pages crawled from')).toBeVisible({ timeout: 30_000 })
  await expect(screen.credits).toHaveText('0 credits')
})

test('suggests the next step for a crawl without pages [crawling-2]', async ({ page, server, website }) => {
  const screen = crawlScreen(page)
  await signUp(page, server, 'nothing@example.org')
  const held = website.hold('/')
  await page.goto('/')
  await screen.startCrawl(website.origin, { pages: 2 })
  await held.asked
  await page.goto('/admin')
  await expect(page, 'back at the running crawl').toHaveURL(/\/\?crawl=/)
  await expect(page.getByText('Only administrators can open the Admin Dashboard.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop Crawling' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Crawling' }).click()
  await expect(page.getByText('Crawling was stopped by user. No pages were crawled.')).toBeVisible()
  held.release()
  await page.getByRole('button', { name: 'Continue crawl' }).click()
  await expect(screen.foundPages.getByText(/pages crawled from/)).toBeVisible({ timeout: 30_000 })

  website.set('/', { status: 404, body: '<title>Gone</title>' })
  await page.goto('/')
  await screen.startCrawl(website.origin)
  await expect(
    page.getByText('Failed to crawl any pages. Please check if the website is accessible and try again.'),
  ).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('This page doesn’t exist (404 Not Found).')).toBeVisible()
  await expect(screen.foundPages.getByRole('button', { name: 'Retry failed' }), 'a 404 stays one').toHaveCount(0)
})

test('keeps the crawled pages and opens the upgrade modal when credits run out [crawling-1]', async ({
  page,
  server,
  website,
}) => {
  const screen = crawlScreen(page)
  const email = 'midway@example.org'
  await signUp(page, server, email)
  const held = website.hold('/docs/install')
  await page.goto('/')
  await screen.startCrawl(website.origin, { pages: 7 })
  await held.asked
  // The pages before it are stored, and charged, while it is being fetched.
  await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(2)
  await server.admin(['credits', email, '1'])
  held.release()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade your plan' })
  await expect(upgrade).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(upgrade).toBeHidden()
  await expect(
    screen.foundPages.getByText('Insufficient credits to continue crawling. Please upgrade your plan to continue.'),
  ).toBeVisible()
  await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(3)
  await expect(screen.foundPages.getByText('You have no credits left to continue.')).toBeVisible()
})

test('opens the upgrade modal when credits run out before the screen has loaded the crawl', async ({
  page,
  server,
  website,
}) => {
  const email = 'early@example.org'
  const person = await signUp(page, server, email)
  const held = website.hold('/docs')
  const ended = Promise.withResolvers<void>()
  await page.route(/\/api\/crawls\/[\w-]+\?/, async (route) => {
    await ended.promise
    await route.continue()
  })
  await page.goto('/')
  await crawlScreen(page).startCrawl(website.origin, { pages: 7 })
  await held.asked
  await server.admin(['credits', email, '0'])
  held.release()
  await waitFor('the end of the crawl', async () => (await person.get('/api/crawls')).body.crawls[0].finishedAt)
  await expect(page.getByRole('dialog')).toBeHidden()
  ended.resolve()
  await expect(page.getByRole('dialog', { name: 'Upgrade your plan' })).toBeVisible()
})

test('lists running crawls first and deletes a crawl after confirmation', async ({ page, server, website }) => {
  const person = await signUp(page, server, 'recent@example.org')
  const { body: first } = await person.post('/api/crawls', { url: `${website.origin}/blog`, maxPages: 2 })
  await waitFor('the first crawl', async () => (await person.get(`/api/crawls/${first.id}`)).body.finishedAt)
  const held = website.hold('/docs')
  await person.post('/api/crawls', { url: `${website.origin}/docs`, maxPages: 2 })
  await held.asked
  const { body: chat } = await person.post('/api/chats', {
    title: 'Aside',
    crawled_pages: [],
    selected_pages: [],
    chat_history: [],
  })

  // The crawl screen of a chat does not show a crawl of another chat.
  await page.goto(`/chats/${chat.id}/crawl`)
  const crawls = page.getByRole('region', { name: 'Recent crawls' }).getByRole('listitem')
  await expect(crawls).toHaveText([/\/docs.*(Queued|Crawling)/, /\/blog.*1 page/])
  await crawls
    .nth(1)
    .getByRole('button', { name: /^Delete crawl of/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Its page is kept only if a chat uses it.')).toBeVisible()
  await expect(dialog.getByText(`This deletes the crawl of ${website.origin}/blog.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(crawls).toHaveCount(2)
  await crawls
    .nth(1)
    .getByRole('button', { name: /^Delete crawl of/ })
    .click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(crawls).toHaveCount(1)
  await expect(crawls.getByRole('link'), 'the next crawl').toBeFocused()
  await page.reload()
  await expect(crawls).toHaveText([/\/docs.*(Queued|Crawling)/])
  held.release()
})

test('notifies the user of the end of a crawl by mail and browser notification', async ({ page, server, website }) => {
  const email = 'notified@example.org'
  await page.context().grantPermissions(['notifications'], { origin: server.url })
  // Records the notifications that the browser would show.
  await page.addInitScript(() => {
    const shown: string[] = []
    class RecordedNotification extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body }: { body: string }) {
        super()
        shown.push(`${title}: ${body}`)
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification, shownNotifications: shown })
  })
  await signUp(page, server, email)
  await page.goto('/')
  await expect(page.getByRole('switch')).toHaveCount(0)
  const held = website.hold('/docs')
  await crawlScreen(page).startCrawl(website.origin, { pages: 3 })
  await held.asked
  // Not check(): the switches change a moment after the click.
  for (const label of ['Email me when it’s done', 'Notify me in this browser']) {
    await page.getByLabel(label).click()
    await expect(page.getByLabel(label)).toBeChecked()
  }
  await page.reload()
  await expect(page.getByLabel('Email me when it’s done')).toBeChecked()
  const stored = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('end-notices')))
  expect(
    stored.map(([, value]) => value),
    'of the user alone',
  ).toEqual(['{"mail":true,"browser":true}'])
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
  held.release()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shownNotifications')), { timeout: 30_000 })
    .toEqual([`Crawl of ${website.host}: 3 pages crawled from ${website.host}.`])
  await waitFor('the mail', async () => (await server.mailTo(email)).includes(website.host))
})

test('crawls one host one at a time and shows the queue position of waiting crawls', async ({
  page,
  browser,
  server,
  website,
}) => {
  const first = await signUp(page, server, 'first-at-host@example.org')
  const held = website.hold('/docs')
  await first.post('/api/crawls', { url: website.origin, maxPages: 3 })
  await held.asked

  const context = await browser.newContext({ baseURL: server.url })
  const waiting = await context.newPage()
  const second = await signUp(waiting, server, 'second-at-host@example.org')
  const { body: before } = await second.post('/api/crawls', { url: `${website.origin}/blog`, maxPages: 1 })
  const { foundPages } = crawlScreen(waiting)
  await waiting.goto(`/?crawl=${before.id}`)
  await expect(foundPages.getByText(`Waiting for other requests to ${website.host}`)).toBeVisible()
  await expect(foundPages.getByText(/^Currently crawling/)).toBeHidden()
  await expect(foundPages.getByText(/^Queued/), 'only the running crawl is ahead of it').toBeHidden()

  const { body: last } = await second.post('/api/crawls', { url: `${website.origin}/blog`, maxPages: 1, maxDepth: 2 })
  await openInApp(waiting, `/?crawl=${last.id}`)
  // Waits under a second are not shown.
  await expect(foundPages.getByText(`Waiting for other requests to ${website.host}`)).toBeVisible()
  await expect(foundPages.getByText('Queued behind 1 crawl')).toBeVisible()

  held.release()
  await expect(foundPages.getByText('1 page crawled from')).toBeVisible({ timeout: 30_000 })
  await openInApp(waiting, `/?crawl=${before.id}`)
  await expect(foundPages.getByText('1 page crawled from')).toBeVisible({ timeout: 30_000 })
  await context.close()
})
