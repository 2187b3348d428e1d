import { afterAll, beforeAll, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { expectToWithstand } from '#test/brute-force.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const TRIES = 10_000

it(`opens no account with ${TRIES} wrong codes, 32 in flight, and lets the owner in afterwards`, () => expectToWithstand(app, TRIES), 600_000)
