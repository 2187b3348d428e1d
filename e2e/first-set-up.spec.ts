/**
 * The first set-up of each provider. A file of its own, so that the walks run in any worker: those of models.spec.ts have
 * another server.
 */
import { firstSetUps, walkFirstSetUp } from './support/set-up-model.ts'
import { expect, test } from './test.ts'

for (const setUp of firstSetUps) {
  test(`${setUp.name} answers within a minute of the first screen of a fresh installation, without a file edited [models-10]`, async ({
    browser,
  }) => {
    expect(await walkFirstSetUp(browser, setUp)).toBeLessThan(60)
  })
}
