/**
 * The `test` that every browser test imports: `page` opens a real server, which the tests of a worker share. It may
 * crawl 127.0.0.1, so that a test can open a website there.
 */
import { type BrowserContext, devices, expect, test as base, type TestInfo } from '@playwright/test'
import { type RunningServer, startServer } from '#test/running-server.ts'

type TestOptions = {
  /** For tests with other context options or with init scripts, which cannot be removed from a shared context. */
  ownContext: boolean
}
type WorkerFixtures = { server: RunningServer; sharedContext: BrowserContext }

export const test = base.extend<TestOptions, WorkerFixtures>({
  server: [
    // Playwright requires a destructuring pattern as first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** With the app's scripts in its cache, loading a page takes a quarter less CPU time. */
  sharedContext: [
    async ({ browser, server }, use) => {
      const { defaultBrowserType: _, ...device } = devices['Desktop Chrome']
      const options = { ...device, baseURL: server.url, reducedMotion: 'reduce', serviceWorkers: 'block' } as const
      // Explicit: the default is the locale of the test that starts the worker.
      const context = await browser.newContext({ ...options, locale: 'en-US' })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  context: async ({ context, ownContext, sharedContext, server }, use, testInfo) => {
    if (ownContext) return use(context)
    await use(sharedContext)
    if (testInfo.status !== testInfo.expectedStatus) await attachScreenshots(sharedContext, testInfo)
    await resetContext(sharedContext, server.url)
  },
  /** Fails a test whose page threw an error or violated the content security policy. */
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) errors.push(message.text())
    })
    await use(page)
    expect(errors).toEqual([])
  },
})

/** Closes the pages and clears everything but the HTTP cache. */
async function resetContext(context: BrowserContext, origin: string) {
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  await Promise.all(context.pages().map((each) => each.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  await context.clearPermissions()
}

/** Playwright takes them when it closes a context, which here happens after the last test. */
async function attachScreenshots(context: BrowserContext, testInfo: TestInfo) {
  for (const [index, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`page-${index + 1}.png`)
    await page.screenshot({ path }).catch(() => {})
    await testInfo.attach(`page ${index + 1}`, { path, contentType: 'image/png' }).catch(() => {})
  }
}

export { expect } from '@playwright/test'
