/** Brute-forces a sign-up code concurrently, from many network addresses and with everything an attacker could have. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { users } from '#server/platform/db/schema/index.ts'
import { codeFor, type TestApp } from './app.ts'
import { type Client, createClient } from './client.ts'
import { readMailsFor, resend, signIn, signUp, verify, wrongCode } from './auth-requests.ts'
import { waitFor } from './wait-for.ts'

const IN_FLIGHT = 32
const ADDRESSES = 200

/** Expects that `tries` guesses open no account, and that the owner can still sign up afterward. */
export async function expectToWithstandGuessing(app: TestApp, tries: number) {
  const email = 'target@example.org'
  const owner = createClient(app.origin)
  const { rightCode, statuses } = await guessCodes(app, owner, { email, tries })
  expect(statuses).toEqual({ 400: tries })
  expect(await app.services.db.select().from(users).where(eq(users.email, email))).toEqual([])

  // The attempts for the owner's code are used up.
  expect((await verify(owner, email, rightCode)).status).toBe(400)
  expect(await verifyAfterAttack(app, owner, email)).toBe(200)
  expect((await signIn(createClient(app.origin), email)).status).toBe(200)
}

/**
 * Signs `owner` up with `email` and guesses its code `tries` times from five browsers: three with their own sign-ups
 * for this address, one with the owner's cookies, one without any. Returns the owner's code and the count of each
 * status.
 */
async function guessCodes(app: TestApp, owner: Client, { email, tries }: { email: string; tries: number }) {
  await signUp(owner, email)
  const rightCode = await codeFor(app.config.dataDir, email)
  const browsers = Array.from({ length: 5 }, () => createClient(app.origin))
  for (const browser of browsers.slice(0, 3)) await signUp(browser, email)
  for (const [name, value] of owner.cookies) browsers[3]?.cookies.set(name, value)

  const statuses = new Map<number, number>()
  let next = 0
  const guess = async () => {
    for (let index = next++; index < tries; index = next++) {
      const address = index % ADDRESSES
      const response = await browsers[index % browsers.length]?.request(
        'POST',
        '/api/auth/email-otp/verify-email',
        { email, otp: wrongCode(rightCode, index + 1) },
        { 'X-Forwarded-For': `198.18.${address >> 8}.${address & 255}` },
      )
      const status = response?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, guess))
  return { rightCode, statuses: Object.fromEntries(statuses) }
}

/** Requests the fifth code of the hour and enters it. Returns the status. */
async function verifyAfterAttack(app: TestApp, owner: Client, email: string) {
  await resend(owner, email)
  const newest = await waitFor('the fifth code', async () => {
    const mails = await readMailsFor(app.config.dataDir, email)
    return mails.length === 5 && /^ {4}(\d{7})$/m.exec(mails[4] ?? '')?.[1]
  })
  return (await verify(owner, email, newest)).status
}
