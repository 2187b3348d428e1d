import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminUsers, creditLedger, sessions, userCredits, userSettings } from '#server/platform/db/schema/index.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { waitForNewCode, signIn, signUp, verify } from '#test/auth-requests.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const db = () => app.services.db
const visitor = () => createClient(app.origin)

describe('signing in', () => {
  it('is rejected before verification, and sends a new code', async () => {
    const client = visitor()
    await signUp(client, 'premature@example.org')
    const first = await codeFor(app.config.dataDir, 'premature@example.org')
    expect(await signIn(client, 'premature@example.org')).toMatchObject({
      status: 403,
      body: { error: { code: 'account.not-verified' } },
    })
    expect((await client.get('/api/me')).status).toBe(401)
    const newCode = await waitForNewCode(app.config.dataDir, 'premature@example.org', first)
    expect((await verify(client, 'premature@example.org', newCode)).status).toBe(200)
  })

  it('continues an unfinished sign-up in another browser', async () => {
    await signUp(visitor(), 'moved@example.org')
    const first = await codeFor(app.config.dataDir, 'moved@example.org')
    const elsewhere = visitor()
    expect((await signIn(elsewhere, 'moved@example.org', 'not-the-password')).status).toBe(401)
    expect((await signIn(elsewhere, 'moved@example.org')).status).toBe(403)
    const newCode = await waitForNewCode(app.config.dataDir, 'moved@example.org', first)
    expect((await verify(elsewhere, 'moved@example.org', newCode)).status).toBe(200)
  })

  it('gives the same error for a wrong password and an unknown address [session-4]', async () => {
    await app.signUp('here@example.org')
    const [known, unknown] = [
      await signIn(visitor(), 'here@example.org', 'not-the-password'),
      await signIn(visitor(), 'nowhere@example.org'),
    ]
    expect(known).toMatchObject({ status: 401, body: { error: { message: 'Invalid email or password' } } })
    expect(unknown.body).toEqual(known.body)
  })

  it('sets a cookie that is HttpOnly and SameSite, and returns no token [session-3]', async () => {
    await app.signUp('cookie@example.org')
    const client = visitor()
    const answer = await signIn(client, 'cookie@example.org')
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^readback\.session_token=/)
    expect(cookie.split('; ')).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']),
    )

    const session = await client.get('/api/auth/get-session')
    const [stored] = await db()
      .select({ token: sessions.token })
      .from(sessions)
      .where(eq(sessions.userId, answer.body.user.id))
      .orderBy(sql`created_at desc`)
    for (const body of [answer.body, session.body]) expect(JSON.stringify(body)).not.toContain(stored?.token)
    expect(session.body.user.email).toBe('cookie@example.org')
  })

  it('rejects changes from another origin', async () => {
    const person = await app.signUp('target@example.org')
    for (const path of [
      '/api/auth/sign-in/email',
      '/api/auth/sign-up/email',
      '/api/auth/email-otp/verify-email',
      '/api/auth/sign-out',
    ]) {
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

  it('ends when its owner signs out [session-2]', async () => {
    const person = await app.signUp('leaves@example.org')
    const copy = new Map(person.cookies)
    expect((await person.post('/api/auth/sign-out')).status).toBe(200)
    expect((await person.get('/api/me')).status).toBe(401)
    const thief = visitor()
    for (const [name, value] of copy) thief.cookies.set(name, value)
    expect((await thief.get('/api/me')).status).toBe(401)
  })

  it('is extended once a day together with its cookie', async () => {
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

  it('is rejected after it has expired', async () => {
    const person = await app.signUp('expired@example.org')
    await db()
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, person.userId))
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

  it('gives no administrator rights while the role cannot be looked up [session-1]', async () => {
    const person = await app.signUp('officer@example.org')
    await db().insert(adminUsers).values({ id: person.userId })
    expect((await person.get('/api/me')).body.user.isAdmin).toBe(true)
    await db().execute(sql`alter table admin_users rename to admin_users_away`)
    expect((await person.get('/api/me')).body.user.isAdmin).toBe(false)
    await db().execute(sql`alter table admin_users_away rename to admin_users`)
    expect((await person.get('/api/me')).body.user.isAdmin).toBe(true)
  })

  it('is valid on a full disk, where it cannot be extended, and says when it cannot be looked up [session-8]', async () => {
    const person = await app.signUp('full-disk@example.org')
    const raise = sql.raw(`raise exception 'No space left on device' using errcode = '53100'`)
    const isOwn = eq(sessions.userId, person.userId)
    const expiresAt = new Date(Date.now() + 28 * 86_400_000)
    await db().update(sessions).set({ expiresAt }).where(isOwn)
    await db().execute(sql`create function refuse() returns trigger language plpgsql as $$ begin ${raise}; end $$`)
    await db().execute(sql`create trigger full_disk before update on sessions for each row execute function refuse()`)
    expect(await person.get('/api/me')).toMatchObject({ status: 200, body: { expiresAt: expiresAt.toISOString() } })
    await db().execute(sql`drop function refuse cascade`)

    await db().execute(sql`alter table sessions rename to sessions_away`)
    await db().execute(sql`create function refuse() returns boolean language plpgsql as $$ begin ${raise}; end $$`)
    await db().execute(sql`create view sessions as select * from sessions_away where refuse()`)
    expect(await person.get('/api/me')).toMatchObject({ status: 503, body: { error: { code: 'server.disk-full' } } })
    await db().execute(sql`drop function refuse cascade`)
    await db().execute(sql`alter table sessions_away rename to sessions`)
    expect((await person.get('/api/me')).status).toBe(200)
  })

  it('is rejected with a forged cookie [session-6]', async () => {
    const forger = visitor()
    forger.cookies.set('readback.session_token', 'abcdefghijklmnopqrstuvwxyz.c2lnbmF0dXJl')
    expect((await forger.get('/api/me')).status).toBe(401)
  })

  it('is rejected with the right token and a wrong signature [session-7]', async () => {
    const person = await app.signUp('signed@example.org')
    const [row] = await db().select({ token: sessions.token }).from(sessions).where(eq(sessions.userId, person.userId))
    const forger = visitor()
    const signature = createHmac('sha256', 'another secret')
      .update(row?.token ?? '')
      .digest('base64')
    forger.cookies.set('readback.session_token', encodeURIComponent(`${row?.token}.${signature}`))
    expect((await forger.get('/api/me')).status).toBe(401)
  })
})
