/**
 * The first set-up of each provider against its stand-in, from a fresh installation: a picture for its page in the manual
 * and the seconds until the first answer.
 */
import { test } from '@playwright/test'
import { firstSetUps, walkFirstSetUp } from '#e2e/support/set-up-model.ts'

for (const setUp of firstSetUps) {
  test(`first set-up of ${setUp.name}`, async ({ browser }) => {
    const path = `docs/providers/${setUp.page}.webp`
    const seconds = await walkFirstSetUp(browser, setUp, (form) =>
      form.screenshot({ path, type: 'webp', quality: 60, animations: 'disabled' }),
    )
    process.stdout.write(`${setUp.name}: ${seconds.toFixed(1)} s\n`)
  })
}
