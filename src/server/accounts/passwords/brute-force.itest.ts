import { afterAll, beforeAll, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { expectToWithstandGuessing } from '#test/brute-force.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const ATTEMPTS = 400

it(
  `rejects ${ATTEMPTS} wrong codes, 32 at a time, and accepts the owner’s code afterward`,
  () => expectToWithstandGuessing(app, ATTEMPTS),
  60_000,
)
