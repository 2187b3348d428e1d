/**
 * What every browser test imports: a page of the real server, which the tests of a worker share. It may crawl whatever
 * listens on 127.0.0.1, so that a test opens the small website it needs without a server of its own.
 */
import { expect, test as base } from '@playwright/test'
import { type RunningServer, startServer } from '#test/running-server.ts'

type WorkerFixtures = { server: RunningServer }

export const test = base.extend<object, WorkerFixtures>({
  server: [
    // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** No script of ours fails unseen, and the content security policy has nothing to refuse. */
  page: async ({ page }, use) => {
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) wrong.push(message.text())
    })
    await use(page)
    expect(wrong).toEqual([])
  },
})

export { expect } from '@playwright/test'
