/** For tests about documents that are stored elsewhere: the provider's stand-in, which the tests of a worker share. */
import { type ZohoService, startZohoService } from '#test/zoho-service.ts'
import { test as base } from './test.ts'

export type { ZohoService } from '#test/zoho-service.ts'

/** Its server must be started with `zoho.settings`. */
export const test = base.extend<object, { zoho: ZohoService }>({
  zoho: [
    // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const zoho = await startZohoService()
      await use(zoho)
      await zoho.close()
    },
    { scope: 'worker' },
  ],
})
