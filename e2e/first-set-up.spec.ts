/** The first set-up of each provider. A file of its own, because all tests of models.spec.ts run in one worker. */
import { hostedSetUps, localSetUps, walkFirstSetUp } from './support/set-up-model.ts'
import { expect, test } from './test.ts'

test('each model server of this machine is found on the first screen of a fresh installation and answers within a minute, without a file edited [models-10]', async ({
  browser,
}) => {
  const seconds = await walkFirstSetUp(browser, localSetUps)
  expect(seconds).toHaveLength(localSetUps.length)
  expect(Math.max(...seconds)).toBeLessThan(60)
})

test('a service with a key answers within a minute of the first screen of a fresh installation, and each other service within a minute of the settings [models-14]', async ({
  browser,
}) => {
  const seconds = await walkFirstSetUp(browser, hostedSetUps)
  expect(seconds).toHaveLength(hostedSetUps.length)
  expect(Math.max(...seconds)).toBeLessThan(60)
})
