import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { enterAfterAttack, guessCodes } from '#test/brute-force.ts'
import { createClient } from '#test/client.ts'
import { signIn, verify } from '#test/enter.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const TRIES = 10_000
const email = 'target@example.org'

it(`opens no account with ${TRIES} wrong codes, 32 in flight, and lets the owner in afterwards`, async () => {
  const owner = createClient(app.origin)
  const { rightCode, statuses } = await guessCodes(app, owner, { email, tries: TRIES })
  expect(statuses).toEqual({ 400: TRIES })
  expect(await app.services.db.select().from(users).where(eq(users.email, email))).toEqual([])

  // The tries on the owner's own code are used up.
  expect((await verify(owner, email, rightCode)).status).toBe(400)
  expect(await enterAfterAttack(app, owner, email)).toBe(200)
  expect((await signIn(createClient(app.origin), email)).status).toBe(200)
}, 600_000)
