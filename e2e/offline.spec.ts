/** The offline page and the web app manifest. */
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { expect, test } from './test.ts'

test.use({ ownContext: true, serviceWorkers: 'allow' })

test('shows the offline page and restores the typed text once the server is reachable', async ({
  page,
  server,
  context,
}) => {
  const person = await signUp(page, server, 'offline@example.org')
  const { pages } = await crawlManual(person, 2)
  await page.goto(await saveChat(person, 'On the train', pages))
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // With the service worker, which keeps the fonts.
  await page.reload()
  const input = page.getByPlaceholder('Type your message...')
  await input.fill('How long does the tunnel last?')

  await context.setOffline(true)
  // Some versions of Chromium forget with the document that they are offline.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  // The service worker is set offline after the page, so that an immediate reload may still reach the server.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your device is offline' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expectNoViolation(page, 'offline')
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible()
  await expect(page.getByText('Prüfen Sie')).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.fonts.check('1rem Newsreader'))).toBe(true)
  // The offline page reloads once the server is reachable.
  await context.setOffline(false)
  await expect(input).toHaveValue('How long does the tunnel last?')

  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return caches_.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.toSorted(), 'the cache has neither code of the app nor responses').toEqual([
    '/favicon.svg',
    '/offline.css',
    '/offline.html',
    '/offline.js',
    '/offline/atkinson.woff2',
    '/offline/newsreader.woff2',
  ])
})

test('says that the server cannot be reached when a crawl does not start, and that the chats wait for the connection', async ({
  page,
  server,
  context,
}) => {
  await signUp(page, server, 'unreachable@example.org')
  await page.goto('/')
  await page.route('**/api/crawls', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByLabel('Website URL').fill('https://manual.example')
  await page.getByRole('button', { name: 'Start Crawling' }).click()
  await expect(page.getByText('Can’t reach Readback. Check your connection and try again.')).toBeVisible()

  const online = Promise.withResolvers<void>()
  await page.route('**/api/chats?*', async (route) => {
    await online.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Chats', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Loading chats' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('main').getByText('You’re offline. Try again when you’re back online.')).toBeVisible()
  await context.setOffline(false)
  online.resolve()
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
})

test('says in the language of the app that the server is down', async ({ page, server, context }) => {
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: server.url }])
  await page.goto('/offline.html')
  await expect(page.getByRole('heading')).toHaveText('Der Server antwortet nicht')
  await expect(page.getByRole('link', { name: 'Erneut versuchen' })).toBeVisible()
})

test('serves a web app manifest and its icons', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons, start_url } = await manifest.json()
  expect(start_url).toBe('/')
  for (const { src, type } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
  }
})
