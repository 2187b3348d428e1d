/** Many wrong codes at once, from many network addresses and from browsers that have all an attacker can have. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { users } from '#server/db/schema/index.ts'
import { codeFor, type TestApp } from './app.ts'
import { type Client, createClient } from './client.ts'
import { mailsFor, resend, signIn, signUp, verify, wrongCode } from './enter.ts'
import { waitFor } from './wait-for.ts'

const IN_FLIGHT = 32
const ADDRESSES = 200

/** Guesses the code of a sign-up so many times: no account opens, and its owner gets in afterwards. */
export async function expectToWithstand(app: TestApp, tries: number) {
  const email = 'target@example.org'
  const owner = createClient(app.origin)
  const { rightCode, statuses } = await guessCodes(app, owner, { email, tries })
  expect(statuses).toEqual({ 400: tries })
  expect(await app.services.db.select().from(users).where(eq(users.email, email))).toEqual([])

  // The tries on the owner's own code are used up.
  expect((await verify(owner, email, rightCode)).status).toBe(400)
  expect(await enterAfterAttack(app, owner, email)).toBe(200)
  expect((await signIn(createClient(app.origin), email)).status).toBe(200)
}

/**
 * Signs `owner` up with `email` and guesses its code `tries` times. The browsers that guess: three with sign-ups of
 * their own for this address, one that has stolen the owner's cookie, one with nothing. Answers the owner's code and
 * how often each status came.
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
      const from = index % ADDRESSES
      const answer = await browsers[index % browsers.length]?.request(
        'POST',
        '/api/auth/email-otp/verify-email',
        { email, otp: wrongCode(rightCode, index + 1) },
        { 'X-Forwarded-For': `198.18.${from >> 8}.${from & 255}` },
      )
      const status = answer?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, guess))
  return { rightCode, statuses: Object.fromEntries(statuses) }
}

/** The owner asks for the fifth code of the hour and types it; answers the status. */
async function enterAfterAttack(app: TestApp, owner: Client, email: string) {
  await resend(owner, email)
  const newest = await waitFor('the fifth code', async () => {
    const mails = await mailsFor(app.config.dataDir, email)
    return mails.length === 5 && /^ {4}(\d{7})$/m.exec(mails[4] ?? '')?.[1]
  })
  return (await verify(owner, email, newest)).status
}
