/** What every browser test imports: a page of the real server, which each file of tests shares. */
import { test as base } from '@playwright/test'
import { type RunningServer, startServer } from './running-server.ts'

type WorkerFixtures = { server: RunningServer }

export const test = base.extend<object, WorkerFixtures>({
  server: [
    // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect } from '@playwright/test'
