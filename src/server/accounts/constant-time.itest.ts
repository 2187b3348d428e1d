import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/platform/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { requestReset, resend, signIn, signUp } from '#test/auth-requests.ts'

const SERIES = 4
const ROUNDS = 9
/** Noise between two medians of the same work on a busy machine. A password hash takes several times longer. */
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
  ['requesting another code', (email: string) => resend(client(), email)],
  ['requesting a password reset', (email: string) => requestReset(client(), email)],
  ['signing in', (email: string) => signIn(client(), email.replace(/^known-\d+/, 'with-password'), 'not-the-password')],
])(
  '%s takes the same time for known and unknown addresses [constant-time-1]',
  { timeout: 120_000 },
  async (_action, request) => {
    await request('first@example.org')
    let difference = Infinity
    // A difference in the code shows in every series; noise from the machine rarely does.
    for (let series = 0; series < SERIES && difference > NOISE_MS; series++) difference = await compare(request)
    expect(difference).toBeLessThanOrEqual(NOISE_MS)
  },
)

/** Difference of the medians in milliseconds, minus the share that counts as noise. */
async function compare(request: (email: string) => Promise<unknown>): Promise<number> {
  const times = { known: new Array<number>(), unknown: new Array<number>() }
  for (let round = 0; round < ROUNDS; round++) {
    const measureKnown = async () => times.known.push(await timeOf(() => request(known(round))))
    const measureUnknown = async () => times.unknown.push(await timeOf(() => request(unknown(round))))
    // Alternate the order, so that work left over from one request affects both kinds equally.
    const order = round % 2 === 0 ? [measureKnown, measureUnknown] : [measureUnknown, measureKnown]
    for (const measure of order) await measure()
  }
  const [a, b] = [median(times.known), median(times.unknown)]
  return Math.max(0, Math.abs(a - b) - NOISE_SHARE * Math.min(a, b))
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
