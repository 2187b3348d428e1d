/**
 * The `test` that every browser test imports: `page` opens a real server, which the tests of a worker share. It may
 * crawl 127.0.0.1, so that a test can open a website there. A file may replace `server` by its own: fixtures of a
 * worker are only defined here, because Playwright starts another worker, with another browser, for a file with others.
 */
import { type BrowserContext, devices, expect, test as base, type TestInfo } from '@playwright/test'
import { type RunningServer, startServer } from '#test/running-server.ts'

type TestOptions = {
  /** For tests with other context options or with init scripts, which cannot be removed from a shared context. */
  ownContext: boolean
  server: RunningServer
}
type WorkerFixtures = {
  sharedServer: RunningServer
  /** The context of a worker's pages at an origin. */
  sharedContext: (origin: string) => Promise<BrowserContext>
}

export const test = base.extend<TestOptions, WorkerFixtures>({
  sharedServer: [
    // Playwright requires a destructuring pattern as first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  server: async ({ sharedServer }, use) => use(sharedServer),
  baseURL: async ({ server }, use) => use(server.url),
  /** With the app's scripts in its cache, loading a page takes a quarter less CPU time. */
  sharedContext: [
    async ({ browser }, use) => {
      const { defaultBrowserType: _, ...device } = devices['Desktop Chrome']
      // Explicit: the default is the locale of the test that starts the worker.
      const options = { ...device, reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en-US' } as const
      const contexts = new Map<string, Promise<BrowserContext>>()
      await use((origin) => {
        const context = contexts.get(origin) ?? browser.newContext({ ...options, baseURL: origin })
        contexts.set(origin, context)
        return context
      })
      for (const context of contexts.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  context: async ({ context, ownContext, sharedContext, server }, use, testInfo) => {
    if (ownContext) return use(context)
    const shared = await sharedContext(server.url)
    await use(shared)
    if (testInfo.status !== testInfo.expectedStatus) await attachScreenshots(shared, testInfo)
    await resetContext(shared, server.url)
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
