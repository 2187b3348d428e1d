import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '#test/client.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { adminUsers, creditLedger, dailyUsage, sessions, userCredits, users, userSettings, verifications } from '#server/db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ adminEmails: ['listed@example.org'] })
})
afterAll(() => app.close())

const db = () => app.services.db
const visitor = () => createClient(app.origin)
const signUp = (client: Client, email: string, more = {}) =>
  client.post('/api/auth/sign-up/email', { email, password: PASSWORD, ...more })
const signIn = (client: Client, email: string, password = PASSWORD) => client.post('/api/auth/sign-in/email', { email, password })
const verify = (client: Client, email: string, otp: string) => client.post('/api/auth/email-otp/verify-email', { email, otp })
const resend = (client: Client, email: string) => client.post('/api/auth/email-otp/send-verification-otp', { email })
const userOf = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0]
const mailsFor = async (email: string) => {
  const folder = join(app.config.dataDir, 'mail')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}`))
}
/** A code that is certainly not `code`. */
const wrong = (code: string, step = 1) => String((Number(code) + step) % 10_000_000).padStart(7, '0')

describe('signing up', () => {
  it('leads through the code in the mail to a signed-in account with plan, balance and ledger', async () => {
    const client = visitor()
    expect(await signUp(client, 'Ada@Example.org')).toMatchObject({ status: 200, body: { user: { email: 'ada@example.org' } } })
    expect((await client.get('/api/me')).status).toBe(401)

    const verified = await verify(client, 'ada@example.org', await codeFor(app.config.dataDir, 'ada@example.org'))
    expect(verified).toMatchObject({ status: 200, body: { user: { email: 'ada@example.org', emailVerified: true } } })
    const { body } = await client.get('/api/me')
    expect(body).toEqual({
      user: { id: body.user.id, email: 'ada@example.org', name: 'Ada', emailVerified: true, isAdmin: false, tier: 'free' },
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const { id } = body.user
    expect(await db().select({ tier: userSettings.tier }).from(userSettings).where(eq(userSettings.userId, id))).toEqual([{ tier: 'free' }])
    expect(await db().select({ credits: userCredits.creditsCount }).from(userCredits).where(eq(userCredits.userId, id))).toEqual([{ credits: 30 }])
    expect(
      await db().select({ amount: creditLedger.amount, reason: creditLedger.reason }).from(creditLedger).where(eq(creditLedger.userId, id)),
    ).toEqual([{ amount: 30, reason: 'account' }])
    await waitFor('the day on which Ada was active', async () => {
      const days = await db().select().from(dailyUsage).where(eq(dailyUsage.userId, id))
      return days.length === 1
    })
  })

  it.each([
    ['an address that is none', { email: 'ada', password: PASSWORD }, 'Invalid email address'],
    ['a short password', { email: 'bo@example.org', password: '1234567' }, 'Password must be at least 8 characters'],
  ])('refuses %s in the words of the form', async (_what, form, message) => {
    expect(await visitor().post('/api/auth/sign-up/email', form)).toMatchObject({
      status: 400,
      body: { error: { code: 'request.invalid', message } },
    })
  })

  it('lets nothing that a client sends decide about verification, plan, role or identity', async () => {
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
    const eve = await userOf('eve@example.org')
    expect(eve).toMatchObject({ emailVerified: false })
    expect(eve?.id).not.toBe('chosen')

    await client.post('/api/auth/email-otp/verify-email', {
      email: 'eve@example.org',
      otp: await codeFor(app.config.dataDir, 'eve@example.org'),
      ...claims,
    })
    expect((await client.get('/api/me')).body.user).toMatchObject({ tier: 'free', isAdmin: false })
    for (const path of ['/api/auth/update-user', '/api/auth/change-email', '/api/auth/sign-in/email-otp', '/api/auth/admin/set-role']) {
      expect((await client.post(path, claims)).status).toBe(404)
    }
  })

  it('answers a known address as an unknown one, changes nothing, and tells its owner by mail', async () => {
    const owner = await app.signUp('known@example.org')
    const stranger = visitor()
    const known = await stranger.post('/api/auth/sign-up/email', { email: 'known@example.org', password: 'another-password' })
    const unknown = await stranger.post('/api/auth/sign-up/email', { email: 'unknown@example.org', password: 'another-password' })
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body.user)).toEqual(Object.keys(unknown.body.user))
    expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())

    expect((await signIn(visitor(), 'known@example.org', 'another-password')).status).toBe(401)
    expect((await owner.get('/api/me')).status).toBe(200)
    await waitFor('the mail to the owner', async () =>
      (await mailsFor('known@example.org')).some((mail) => mail.includes('You already have an account')),
    )
  })

  it('starts afresh when the address was never verified: the earlier password is gone', async () => {
    await visitor().post('/api/auth/sign-up/email', { email: 'twice@example.org', password: 'the-first-password' })
    const first = await codeFor(app.config.dataDir, 'twice@example.org')
    await visitor().post('/api/auth/sign-up/email', { email: 'twice@example.org', password: 'the-second-password' })
    const second = await waitFor('the second code', async () => {
      const code = await codeFor(app.config.dataDir, 'twice@example.org')
      return code !== first && code
    })
    expect((await verify(visitor(), 'twice@example.org', first)).status).toBe(400)
    expect((await verify(visitor(), 'twice@example.org', second)).status).toBe(200)
    expect((await signIn(visitor(), 'twice@example.org', 'the-first-password')).status).toBe(401)
    expect((await signIn(visitor(), 'twice@example.org', 'the-second-password')).status).toBe(200)
  })

  it('makes one account of ten sign-ups at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(visitor(), 'crowd@example.org')))
    expect(answers.map((answer) => answer.status).filter((status) => status >= 500)).toEqual([])
    expect(await db().select({ id: users.id }).from(users).where(eq(users.email, 'crowd@example.org'))).toHaveLength(1)
  })

  it('makes a listed address an administrator when it is verified, not before', async () => {
    await signUp(visitor(), 'listed@example.org')
    expect(await db().select().from(adminUsers)).toEqual([])
    const client = visitor()
    await verify(client, 'listed@example.org', await codeFor(app.config.dataDir, 'listed@example.org'))
    expect((await client.get('/api/me')).body.user.isAdmin).toBe(true)
  })
})

describe('the code', () => {
  it('is not accepted after five wrong tries, even when it is right', async () => {
    const client = visitor()
    await signUp(client, 'guess@example.org')
    const code = await codeFor(app.config.dataDir, 'guess@example.org')
    for (let step = 1; step <= 5; step++) {
      expect(await verify(client, 'guess@example.org', wrong(code, step))).toMatchObject({
        status: 400,
        body: { error: { message: 'Invalid verification code. Please try again.' } },
      })
    }
    expect(await verify(client, 'guess@example.org', code)).toMatchObject({
      status: 400,
      body: { error: { message: 'Invalid verification code. Please try again.' } },
    })
    expect(await userOf('guess@example.org')).toMatchObject({ emailVerified: false })
  })

  it('is accepted on the fifth try after four wrong ones, spaces and all', async () => {
    const client = visitor()
    await signUp(client, 'nearly@example.org')
    const code = await codeFor(app.config.dataDir, 'nearly@example.org')
    for (let step = 1; step <= 4; step++) await verify(client, 'nearly@example.org', wrong(code, step))
    expect((await verify(client, 'nearly@example.org', `${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  })

  it('works once: of eight who send it at the same time one gets in', async () => {
    await signUp(visitor(), 'race@example.org')
    const code = await codeFor(app.config.dataDir, 'race@example.org')
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(visitor(), 'race@example.org', code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await verify(visitor(), 'race@example.org', code)).status).toBe(400)
  })

  it('is replaced by the one that is sent again', async () => {
    const client = visitor()
    await signUp(client, 'again@example.org')
    const first = await codeFor(app.config.dataDir, 'again@example.org')
    expect(await resend(client, 'again@example.org')).toMatchObject({ status: 200, body: { success: true } })
    const second = await waitFor('the second code', async () => {
      const code = await codeFor(app.config.dataDir, 'again@example.org')
      return code !== first && code
    })
    expect((await verify(client, 'again@example.org', first)).status).toBe(400)
    expect((await verify(client, 'again@example.org', second)).status).toBe(200)
  })

  it('is asked for with the same answer for verified and unknown addresses, and is no way in beside the password', async () => {
    await app.signUp('settled@example.org')
    const before = (await mailsFor('settled@example.org')).length
    const [verified, unknown] = [await resend(visitor(), 'settled@example.org'), await resend(visitor(), 'nobody@example.org')]
    expect(verified).toMatchObject({ status: 200, body: { success: true } })
    expect(unknown.body).toEqual(verified.body)
    expect(await db().select().from(verifications).where(sql`identifier like '%settled@example.org'`)).toEqual([])
    expect((await mailsFor('settled@example.org')).length).toBe(before)
  })

  it('must have seven digits', async () => {
    expect(await verify(visitor(), 'ada@example.org', '123456')).toMatchObject({
      status: 400,
      body: { error: { message: 'Verification code must be 7 digits' } },
    })
  })

  it('is stored neither in the table of codes nor in the queue in a form that can be read', async () => {
    await signUp(visitor(), 'hidden@example.org')
    const code = await codeFor(app.config.dataDir, 'hidden@example.org')
    const stored = JSON.stringify([
      await db().select().from(verifications),
      await db().execute(sql`select data from pgboss.job`),
    ])
    expect(stored).toContain('hidden@example.org')
    expect(stored).not.toContain(code)
  })

  it('lies in the outbox in a file that only its owner may read', async () => {
    await signUp(visitor(), 'outbox@example.org')
    await codeFor(app.config.dataDir, 'outbox@example.org')
    for (const file of await readdir(join(app.config.dataDir, 'mail'))) {
      expect((await stat(join(app.config.dataDir, 'mail', file))).mode & 0o777).toBe(0o600)
    }
  })
})

describe('signing in', () => {
  it('is refused before verification, and sends a fresh code', async () => {
    const client = visitor()
    await signUp(client, 'premature@example.org')
    const first = await codeFor(app.config.dataDir, 'premature@example.org')
    expect(await signIn(client, 'premature@example.org')).toMatchObject({ status: 403, body: { error: { code: 'account.not-verified' } } })
    expect(client.cookies.size).toBe(0)
    const fresh = await waitFor('the fresh code', async () => {
      const code = await codeFor(app.config.dataDir, 'premature@example.org')
      return code !== first && code
    })
    expect((await verify(client, 'premature@example.org', fresh)).status).toBe(200)
  })

  it('says the same of a wrong password and of an unknown address', async () => {
    await app.signUp('here@example.org')
    const [known, unknown] = [await signIn(visitor(), 'here@example.org', 'not-the-password'), await signIn(visitor(), 'nowhere@example.org')]
    expect(known).toMatchObject({ status: 401, body: { error: { message: 'Invalid email or password' } } })
    expect(unknown.body).toEqual(known.body)
  })

  it('sets a cookie that no script can read and no other site can send along, and gives no token away', async () => {
    await app.signUp('cookie@example.org')
    const client = visitor()
    const answer = await signIn(client, 'cookie@example.org')
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^readback\.session_token=/)
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']))

    const session = await client.get('/api/auth/get-session')
    const [stored] = await db().select({ token: sessions.token }).from(sessions).where(eq(sessions.userId, answer.body.user.id)).orderBy(sql`created_at desc`)
    for (const body of [answer.body, session.body]) expect(JSON.stringify(body)).not.toContain(stored?.token)
    expect(session.body.user.email).toBe('cookie@example.org')
  })

  it('is refused to a page of another site, and so is everything else that changes something', async () => {
    const person = await app.signUp('target@example.org')
    for (const path of ['/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/auth/email-otp/verify-email', '/api/auth/sign-out']) {
      const form = { email: 'target@example.org', password: PASSWORD, otp: '1234567' }
      const answer = await person.request('POST', path, form, { Origin: 'https://elsewhere.example' })
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'request.origin' } } })
    }
    expect((await person.get('/api/me')).status).toBe(200)
  })
})

describe('the session', () => {
  it('survives a restart of the server', async () => {
    const person = await app.signUp('stays@example.org')
    await app.restart()
    expect((await person.get('/api/me')).body.user.email).toBe('stays@example.org')
  })

  it('ends for good when its owner signs out', async () => {
    const person = await app.signUp('leaves@example.org')
    const copy = new Map(person.cookies)
    expect((await person.post('/api/auth/sign-out')).status).toBe(200)
    expect((await person.get('/api/me')).status).toBe(401)
    const thief = visitor()
    for (const [name, value] of copy) thief.cookies.set(name, value)
    expect((await thief.get('/api/me')).status).toBe(401)
  })

  it('is extended once a day, and its cookie with it', async () => {
    const person = await app.signUp('daily@example.org')
    await db()
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() + 28 * 86_400_000) })
      .where(eq(sessions.userId, person.userId))
    const extended = await person.get('/api/me')
    expect(extended.headers.getSetCookie().join()).toMatch(/readback\.session_token=.*Max-Age=2592000/)
    expect(Date.parse(extended.body.expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    expect((await person.get('/api/me')).headers.getSetCookie()).toEqual([])
  })

  it('is over when it has expired', async () => {
    const person = await app.signUp('expired@example.org')
    await db().update(sessions).set({ expiresAt: new Date(Date.now() - 1000) }).where(eq(sessions.userId, person.userId))
    expect((await person.get('/api/me')).status).toBe(401)
  })

  it('repairs an account that lost its plan and balance to a crash', async () => {
    const person = await app.signUp('broken@example.org')
    await db().delete(userSettings).where(eq(userSettings.userId, person.userId))
    await db().delete(creditLedger).where(eq(creditLedger.userId, person.userId))
    await db().delete(userCredits).where(eq(userCredits.userId, person.userId))
    expect((await person.get('/api/me')).body.user.tier).toBe('free')
    expect((await person.get('/api/credits')).body).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('gives no administrator right while it cannot be looked up', async () => {
    const person = await app.signUp('officer@example.org')
    await db().insert(adminUsers).values({ id: person.userId })
    expect((await person.get('/api/me')).body.user.isAdmin).toBe(true)
    await db().execute(sql`alter table admin_users rename to admin_users_away`)
    expect((await person.get('/api/me')).body.user.isAdmin).toBe(false)
    await db().execute(sql`alter table admin_users_away rename to admin_users`)
    expect((await person.get('/api/me')).body.user.isAdmin).toBe(true)
  })

  it('means nothing with a cookie that somebody made up', async () => {
    const forger = visitor()
    forger.cookies.set('readback.session_token', 'abcdefghijklmnopqrstuvwxyz.c2lnbmF0dXJl')
    expect((await forger.get('/api/me')).status).toBe(401)
  })
})
