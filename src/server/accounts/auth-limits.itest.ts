import { expect, it } from 'vitest'
import type { Db } from '#server/platform/db/database.ts'
import { accountLimits } from '#server/platform/db/schema/index.ts'
import { shareTestDatabase } from '#test/database.ts'
import { testLog as log } from '#test/test-log.ts'
import { CLIENT_IP_HEADER } from './auth-limits.ts'
import { createAuth, type Auth } from './create-auth.ts'

const database = shareTestDatabase(accountLimits)

const config = { appUrl: 'http://localhost:3000', adminEmails: [], defaultTier: 'free' as const, oidc: undefined }
const openAuth = (db: Db) =>
  createAuth({
    db,
    config,
    log,
    appSecret: 'an app secret of forty-eight letters for a test',
    enqueueMail: async () => {},
  })

const resend = (auth: Auth, address: string) => post(auth, '/sign-up/resend', { email: 'ada@example.org' }, address)

function post(auth: Auth, path: string, body: object, address: string) {
  return auth.handler(
    new Request(`http://localhost:3000/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [CLIENT_IP_HEADER]: address },
      body: JSON.stringify(body),
    }),
  )
}

it('limits requests per IP address over all processes and restarts, and returns the time to wait', async () => {
  const { db } = database()
  const [first, second] = [openAuth(db), openAuth(db)]
  for (let count = 0; count < 10; count++)
    expect((await resend(count % 2 ? first : second, '203.0.113.9')).status).toBe(200)
  for (const auth of [first, second, openAuth(db)]) {
    const refused = await resend(auth, '203.0.113.9')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0)
  }
  expect((await resend(first, '203.0.113.10')).status).toBe(200)
})

it('keeps neither network nor mail addresses in the counters [auth-limits-2]', async () => {
  const { db } = database()
  const auth = openAuth(db)
  await post(auth, '/sign-in/email', { email: 'ada@example.org', password: 'a wrong password' }, '203.0.113.9')
  await post(auth, '/password/request-reset', { email: 'ada@example.org' }, '203.0.113.9')
  const keys = (await db.select().from(accountLimits)).map(({ key }) => key)
  expect(keys.map((key) => key.replace(/ \S{43}$/, '')).toSorted()).toEqual([
    'account request',
    'account request',
    'mail reset',
    'mail reset',
    'password',
  ])
  expect(keys.join('\n')).not.toMatch(/ada|203\.0\.113/)
})

it('allows no more than the limit for forty concurrent requests [auth-limits-1]', async () => {
  const { db } = database()
  const auth = openAuth(db)
  const answers = await Promise.all(Array.from({ length: 40 }, () => resend(auth, '203.0.113.9')))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10)
})
