/** A `test` with a stand-in for Zoho WorkDrive, which the tests of a worker share. Start the server with `zoho.settings`. */
import { type ZohoService, startZohoService } from '#test/zoho-service.ts'
import { test as base } from '#e2e/test.ts'

export type { ZohoService } from '#test/zoho-service.ts'

export const test = base.extend<object, { zoho: ZohoService }>({
  zoho: [
    // Playwright requires a destructuring pattern as first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const zoho = await startZohoService()
      await use(zoho)
      await zoho.close()
    },
    { scope: 'worker' },
  ],
})
