import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { requestReset, resend, signIn, signUp } from '#test/enter.ts'

const SERIES = 4
const ROUNDS = 9
/** What two medians of the same work may differ by on a busy machine; a password hash alone costs several times more. */
const NOISE_MS = 15
const NOISE_SHARE = 0.35

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const emails = Array.from({ length: ROUNDS }, (_, round) => known(round))
  await app.services.db
    .insert(users)
    .values(emails.map((email) => ({ id: email, name: '', email, emailVerified: true })))
  await app.signUp('with-password@example.org')
})
afterAll(() => app.close())

const known = (round: number) => `known-${round}@example.org`
const unknown = (round: number) => `unknown-${round}@example.org`
const client = () => createClient(app.origin)

it.each([
  ['signing up', (email: string) => signUp(client(), email)],
  ['asking for the code again', (email: string) => resend(client(), email)],
  ['asking for a new password', (email: string) => requestReset(client(), email)],
  ['signing in', (email: string) => signIn(client(), email.replace(/^known-\d+/, 'with-password'), 'not-the-password')],
])('%s takes the same time for known and unknown addresses', { timeout: 120_000 }, async (_what, ask) => {
  await ask('first@example.org')
  let difference = Infinity
  // What the product does differently shows in every series; what else the machine does, hardly in all of them.
  for (let series = 0; series < SERIES && difference > NOISE_MS; series++) difference = await compare(ask)
  expect(difference).toBeLessThanOrEqual(NOISE_MS)
})

/** Milliseconds by which the two kinds of address differ, beyond the share that is noise. */
async function compare(ask: (email: string) => Promise<unknown>): Promise<number> {
  const times = { known: new Array<number>(), unknown: new Array<number>() }
  for (let round = 0; round < ROUNDS; round++) {
    const measureKnown = async () => times.known.push(await timeOf(() => ask(known(round))))
    const measureUnknown = async () => times.unknown.push(await timeOf(() => ask(unknown(round))))
    // Each goes first in turn: what one leaves behind to do falls upon both alike.
    const order = round % 2 === 0 ? [measureKnown, measureUnknown] : [measureUnknown, measureKnown]
    for (const measure of order) await measure()
  }
  const [a, b] = [median(times.known), median(times.unknown)]
  return Math.max(0, Math.abs(a - b) - NOISE_SHARE * Math.min(a, b))
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
