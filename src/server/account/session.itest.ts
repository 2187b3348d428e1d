import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminUsers, creditLedger, sessions, userCredits, userSettings } from '#server/db/schema/index.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { codeAfter, signIn, signUp, verify } from '#test/enter.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const db = () => app.services.db
const visitor = () => createClient(app.origin)

describe('signing in', () => {
  it('is refused before verification, and sends a fresh code', async () => {
    const client = visitor()
    await signUp(client, 'premature@example.org')
    const first = await codeFor(app.config.dataDir, 'premature@example.org')
    expect(await signIn(client, 'premature@example.org')).toMatchObject({
      status: 403,
      body: { error: { code: 'account.not-verified' } },
    })
    expect((await client.get('/api/me')).status).toBe(401)
    const fresh = await codeAfter(app.config.dataDir, 'premature@example.org', first)
    expect((await verify(client, 'premature@example.org', fresh)).status).toBe(200)
  })

  it('leads on from another browser, where the code then counts', async () => {
    await signUp(visitor(), 'moved@example.org')
    const first = await codeFor(app.config.dataDir, 'moved@example.org')
    const elsewhere = visitor()
    expect((await signIn(elsewhere, 'moved@example.org', 'not-the-password')).status).toBe(401)
    expect((await signIn(elsewhere, 'moved@example.org')).status).toBe(403)
    const fresh = await codeAfter(app.config.dataDir, 'moved@example.org', first)
    expect((await verify(elsewhere, 'moved@example.org', fresh)).status).toBe(200)
  })

  it('says the same of a wrong password and of an unknown address', async () => {
    await app.signUp('here@example.org')
    const [known, unknown] = [
      await signIn(visitor(), 'here@example.org', 'not-the-password'),
      await signIn(visitor(), 'nowhere@example.org'),
    ]
    expect(known).toMatchObject({ status: 401, body: { error: { message: 'Invalid email or password' } } })
    expect(unknown.body).toEqual(known.body)
  })

  it('sets a cookie that no script can read and no other site can send along, and gives no token away', async () => {
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

  it('is refused to a page of another site, and so is everything else that changes something', async () => {
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

  it('is worth nothing to who knows its token and not the secret that signs it', async () => {
    const person = await app.signUp('signed@example.org')
    const [row] = await db().select({ token: sessions.token }).from(sessions).where(eq(sessions.userId, person.userId))
    const forger = visitor()
    const signature = createHmac('sha256', 'another secret').update(row?.token ?? '').digest('base64')
    forger.cookies.set('readback.session_token', encodeURIComponent(`${row?.token}.${signature}`))
    expect((await forger.get('/api/me')).status).toBe(401)
  })
})
