import { scryptSync } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accounts,
  adminUsers,
  creditLedger,
  dailyUsage,
  emailCodes,
  signUps,
  userCredits,
  users,
  userSettings,
} from '#server/platform/db/schema/index.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { waitForNewCode, readMailsFor, resend, signIn, signUp, verify, wrongCode } from '#test/auth-requests.ts'
import { waitFor } from '#test/wait-for.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ adminEmails: ['listed@example.org'] })
})
afterAll(() => app.close())

const db = () => app.services.db
const visitor = () => createClient(app.origin)
const userOf = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0]
const mailsTo = (email: string) => readMailsFor(app.config.dataDir, email)

describe('signing up', () => {
  it('stores the password only as a scrypt hash, before and after the code [sign-up-10]', async () => {
    const client = visitor()
    await signUp(client, 'hashed@example.org')
    const [waiting] = await db().select().from(signUps).where(eq(signUps.email, 'hashed@example.org'))
    await verify(client, 'hashed@example.org', await codeFor(app.config.dataDir, 'hashed@example.org'))
    const account = eq(accounts.userId, (await userOf('hashed@example.org'))?.id ?? '')
    const [stored] = await db().select().from(accounts).where(account)
    const [salt = '', key] = stored?.password?.split(':') ?? []
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
    expect(scryptSync(PASSWORD, salt, 64, cost).toString('hex')).toBe(key)
    expect(waiting?.passwordHash).toBe(stored?.password)
    expect(JSON.stringify([waiting, stored])).not.toContain(PASSWORD)
  })

  it('creates a signed-in account with plan, balance and ledger entry after the mailed code [sign-up-1]', async () => {
    const client = visitor()
    expect(await signUp(client, 'Ada@Example.org')).toMatchObject({
      status: 200,
      body: { user: { email: 'ada@example.org' } },
    })
    expect((await client.get('/api/me')).status).toBe(401)

    const verified = await verify(client, 'ada@example.org', await codeFor(app.config.dataDir, 'ada@example.org'))
    expect(verified).toMatchObject({ status: 200, body: { user: { email: 'ada@example.org', emailVerified: true } } })
    const { body } = await client.get('/api/me')
    expect(body).toEqual({
      user: {
        id: body.user.id,
        email: 'ada@example.org',
        name: 'Ada',
        emailVerified: true,
        isAdmin: false,
        tier: 'free',
        factors: [],
        identities: [{ id: expect.any(String), provider: 'email', created_at: expect.any(String) }],
        language: 'en',
      },
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const { id } = body.user
    expect(
      await db().select({ tier: userSettings.tier }).from(userSettings).where(eq(userSettings.userId, id)),
    ).toEqual([{ tier: 'free' }])
    expect(
      await db().select({ credits: userCredits.creditsCount }).from(userCredits).where(eq(userCredits.userId, id)),
    ).toEqual([{ credits: 30 }])
    expect(
      await db()
        .select({ amount: creditLedger.amount, reason: creditLedger.reason })
        .from(creditLedger)
        .where(eq(creditLedger.userId, id)),
    ).toEqual([{ amount: 30, reason: 'account' }])
    await waitFor('the activity of today', async () => {
      const days = await db().select().from(dailyUsage).where(eq(dailyUsage.userId, id))
      return days.length === 1
    })
  })

  it.each([
    ['an invalid address', { email: 'ada', password: PASSWORD }, 'account.invalid-email', 'Invalid email address'],
    [
      'a short password',
      { email: 'bo@example.org', password: '1234567' },
      'account.password-too-short',
      'Password must be at least 8 characters',
    ],
  ])('rejects %s with the message of the form [sign-up-2]', async (_case, form, code, message) => {
    expect(await visitor().post('/api/auth/sign-up/email', form)).toMatchObject({
      status: 400,
      body: { error: { code, message } },
    })
  })

  it('ignores client values for verification, plan, role and identity [sign-up-4]', async () => {
    const claims = {
      id: 'chosen',
      emailVerified: true,
      email_verified: true,
      confirmed_at: new Date().toISOString(),
      tier: 'enterprise',
      role: 'admin',
      isAdmin: true,
      credits_count: 9999,
      createdAt: '2001-01-01T00:00:00Z',
    }
    const client = visitor()
    await signUp(client, 'eve@example.org', { ...claims, user: claims, data: claims })
    expect(await userOf('eve@example.org')).toBeUndefined()
    await client.post('/api/auth/email-otp/verify-email', {
      email: 'eve@example.org',
      otp: await codeFor(app.config.dataDir, 'eve@example.org'),
      ...claims,
    })
    expect((await client.get('/api/me')).body.user).toMatchObject({ tier: 'free', isAdmin: false })
    expect((await userOf('eve@example.org'))?.id).not.toBe('chosen')
    for (const path of [
      '/api/auth/update-user',
      '/api/auth/change-email',
      '/api/auth/sign-in/email-otp',
      '/api/auth/admin/set-role',
    ]) {
      expect((await client.post(path, claims)).status).toBe(404)
    }
  })

  it('responds the same for a known address, changes nothing, and notifies its owner by mail [sign-up-7]', async () => {
    const owner = await app.signUp('known@example.org')
    const stranger = visitor()
    const known = await stranger.post('/api/auth/sign-up/email', {
      email: 'known@example.org',
      password: 'another-password',
    })
    const unknown = await stranger.post('/api/auth/sign-up/email', {
      email: 'unknown@example.org',
      password: 'another-password',
    })
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body.user)).toEqual(Object.keys(unknown.body.user))
    expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())

    expect((await signIn(visitor(), 'known@example.org', 'another-password')).status).toBe(401)
    expect((await owner.get('/api/me')).status).toBe(200)
    await waitFor('the mail to the owner', async () =>
      (await mailsTo('known@example.org')).some((mail) => mail.includes('You already have an account')),
    )
  })

  it('creates the account for the browser whose code was entered, regardless of a later sign-up by another user [sign-up-8]', async () => {
    const [owner, stranger] = [visitor(), visitor()]
    await owner.post('/api/auth/sign-up/email', { email: 'twice@example.org', password: 'the-owners-password' })
    const ownersCode = await codeFor(app.config.dataDir, 'twice@example.org')
    await stranger.post('/api/auth/sign-up/email', { email: 'twice@example.org', password: 'the-strangers-password' })
    const strangersCode = await waitForNewCode(app.config.dataDir, 'twice@example.org', ownersCode)
    // The owner receives both mails; the stranger's code does not work in the owner's browser.
    expect((await verify(owner, 'twice@example.org', strangersCode)).status).toBe(400)
    expect((await verify(visitor(), 'twice@example.org', ownersCode)).status).toBe(400)
    expect((await verify(owner, 'twice@example.org', ownersCode)).status).toBe(200)
    expect((await verify(stranger, 'twice@example.org', strangersCode)).status).toBe(400)
    expect((await signIn(visitor(), 'twice@example.org', 'the-strangers-password')).status).toBe(401)
    expect((await signIn(visitor(), 'twice@example.org', 'the-owners-password')).status).toBe(200)
  })

  it('creates one account for ten concurrent sign-ups', async () => {
    const crowd = Array.from({ length: 10 }, visitor)
    const answers = await Promise.all(crowd.map((client) => signUp(client, 'crowd@example.org')))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(5).fill(200), ...Array(5).fill(429)])
    const codes = await waitFor('the five codes of the hour', async () => {
      const mails = await mailsTo('crowd@example.org')
      return mails.length === 5 && mails.map((mail) => /^ {4}(\d{7})$/m.exec(mail)?.[1] ?? '')
    })
    const attempts = codes.flatMap((code) => crowd.map((client) => verify(client, 'crowd@example.org', code)))
    expect((await Promise.all(attempts)).filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await db().select({ id: users.id }).from(users).where(eq(users.email, 'crowd@example.org'))).toHaveLength(1)
  })

  it('grants a listed address the administrator role only after verification', async () => {
    const client = visitor()
    await signUp(client, 'listed@example.org')
    expect(await db().select().from(adminUsers)).toEqual([])
    await verify(client, 'listed@example.org', await codeFor(app.config.dataDir, 'listed@example.org'))
    expect((await client.get('/api/me')).body.user.isAdmin).toBe(true)
  })
})

describe('the code', () => {
  it('rejects the right code after five wrong attempts [sign-up-6]', async () => {
    const client = visitor()
    await signUp(client, 'guess@example.org')
    const code = await codeFor(app.config.dataDir, 'guess@example.org')
    for (let step = 1; step <= 5; step++) {
      expect(await verify(client, 'guess@example.org', wrongCode(code, step))).toMatchObject({
        status: 400,
        body: { error: { message: 'Invalid verification code. Please try again.' } },
      })
    }
    expect(await verify(client, 'guess@example.org', code)).toMatchObject({
      status: 400,
      body: { error: { message: 'Invalid verification code. Please try again.' } },
    })
    expect(await userOf('guess@example.org')).toBeUndefined()
  })

  it('accepts the right code on the fifth attempt, with spaces', async () => {
    const client = visitor()
    await signUp(client, 'nearly@example.org')
    const code = await codeFor(app.config.dataDir, 'nearly@example.org')
    for (let step = 1; step <= 4; step++) await verify(client, 'nearly@example.org', wrongCode(code, step))
    expect((await verify(client, 'nearly@example.org', `${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  })

  it('works once for eight concurrent requests', async () => {
    const client = visitor()
    await signUp(client, 'race@example.org')
    const code = await codeFor(app.config.dataDir, 'race@example.org')
    const tabs = Array.from({ length: 8 }, () => {
      const tab = visitor()
      for (const [name, value] of client.cookies) tab.cookies.set(name, value)
      return tab
    })
    const answers = await Promise.all(tabs.map((tab) => verify(tab, 'race@example.org', code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await verify(client, 'race@example.org', code)).status).toBe(400)
  })

  it('is replaced when another code is requested [sign-up-5]', async () => {
    const client = visitor()
    await signUp(client, 'again@example.org')
    const first = await codeFor(app.config.dataDir, 'again@example.org')
    expect(await resend(client, 'again@example.org')).toMatchObject({ status: 200, body: { success: true } })
    const second = await waitForNewCode(app.config.dataDir, 'again@example.org', first)
    expect((await verify(client, 'again@example.org', first)).status).toBe(400)
    expect((await verify(client, 'again@example.org', second)).status).toBe(200)
  })

  it('is requested with the same response for verified and unknown addresses, and cannot replace the password', async () => {
    await app.signUp('settled@example.org')
    const before = (await mailsTo('settled@example.org')).length
    const [verified, unknown] = [
      await resend(visitor(), 'settled@example.org'),
      await resend(visitor(), 'unregistered@example.org'),
    ]
    expect(verified).toMatchObject({ status: 200, body: { success: true } })
    expect(unknown.body).toEqual(verified.body)
    expect(await db().select().from(emailCodes).where(eq(emailCodes.email, 'settled@example.org'))).toEqual([])
    expect((await mailsTo('settled@example.org')).length).toBe(before)
  })

  it('must have seven digits [sign-up-3]', async () => {
    expect(await verify(visitor(), 'ada@example.org', '123456')).toMatchObject({
      status: 400,
      body: { error: { message: 'Verification code must be 7 digits' } },
    })
  })

  it('is stored in plain text neither in the database nor in the queue [sign-up-9]', async () => {
    await signUp(visitor(), 'hidden@example.org')
    const code = await codeFor(app.config.dataDir, 'hidden@example.org')
    const stored = JSON.stringify([
      await db().select().from(emailCodes),
      await db().select().from(signUps),
      await db().execute(sql`select data from pgboss.job`),
    ])
    expect(stored).toContain('hidden@example.org')
    expect(stored).not.toContain(code)
  })

  it('is written to an outbox file that only its owner can read', async () => {
    await signUp(visitor(), 'outbox@example.org')
    await codeFor(app.config.dataDir, 'outbox@example.org')
    for (const file of await readdir(join(app.config.dataDir, 'mail'))) {
      expect((await stat(join(app.config.dataDir, 'mail', file))).mode & 0o777).toBe(0o600)
    }
  })
})
