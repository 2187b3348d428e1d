import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resetLinks } from '#server/db/schema/index.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { mailsFor, requestReset, resetPassword, resetTokenFor, signIn, signUp, verify } from '#test/enter.ts'
import { waitFor } from '#test/wait-for.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'quite-another-password'
const visitor = () => createClient(app.origin)
const tokenFor = (email: string, earlier?: string) => resetTokenFor(app.config.dataDir, email, earlier)
const invalid = { status: 400, body: { error: { code: 'account.reset-link-invalid' } } }

describe('a lost password', () => {
  it('is replaced with the link in the mail, and every session ends', async () => {
    const person = await app.signUp('forgetful@example.org')
    expect(await requestReset(visitor(), 'Forgetful@example.org')).toMatchObject({
      status: 200,
      body: { success: true },
    })
    const token = await tokenFor('forgetful@example.org')
    expect(await resetPassword(visitor(), token, NEW_PASSWORD)).toMatchObject({ status: 200, body: { success: true } })

    expect((await person.get('/api/me')).status).toBe(401)
    expect((await signIn(visitor(), 'forgetful@example.org')).status).toBe(401)
    expect((await signIn(visitor(), 'forgetful@example.org', NEW_PASSWORD)).status).toBe(200)
    await waitFor('the mail that says so', async () =>
      (await mailsFor(app.config.dataDir, 'forgetful@example.org')).some((mail) =>
        mail.includes('password was changed'),
      ),
    )
  })

  it('is replaced once with one link, however many use it at the same time, and not with an older one', async () => {
    await app.signUp('once@example.org')
    await requestReset(visitor(), 'once@example.org')
    const older = await tokenFor('once@example.org')
    await requestReset(visitor(), 'once@example.org')
    const token = await tokenFor('once@example.org', older)
    const answers = await Promise.all(Array.from({ length: 6 }, () => resetPassword(visitor(), token, NEW_PASSWORD)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await resetPassword(visitor(), token, NEW_PASSWORD)).toMatchObject(invalid)
    expect(await resetPassword(visitor(), older, NEW_PASSWORD)).toMatchObject(invalid)
  })

  it('stays when the link is an hour old or made up', async () => {
    await app.signUp('late@example.org')
    await requestReset(visitor(), 'late@example.org')
    const token = await tokenFor('late@example.org')
    await app.services.db
      .update(resetLinks)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(resetLinks.email, 'late@example.org'))
    expect(await resetPassword(visitor(), token, NEW_PASSWORD)).toMatchObject(invalid)
    expect(await resetPassword(visitor(), 'made-up', NEW_PASSWORD)).toMatchObject(invalid)
    expect((await signIn(visitor(), 'late@example.org')).status).toBe(200)
  })

  it('is not replaced by a weak one, which leaves the link usable', async () => {
    await app.signUp('weak@example.org')
    await requestReset(visitor(), 'weak@example.org')
    const token = await tokenFor('weak@example.org')
    expect(await resetPassword(visitor(), token, 'short')).toMatchObject({
      status: 400,
      body: { error: { message: 'Password must be at least 8 characters' } },
    })
    expect((await resetPassword(visitor(), token, 'password123')).body.error.code).toBe('account.password-known')
    expect((await resetPassword(visitor(), token, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('asking for a link', () => {
  it('is answered the same for known and unknown addresses, looks at no account, and mails the known ones alone', async () => {
    await app.signUp('known@example.org')
    const [known, unknown] = [
      await requestReset(visitor(), 'known@example.org'),
      await requestReset(visitor(), 'unknown@example.org'),
    ]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()].toSorted()).toEqual([...known.headers.keys()].toSorted())
    await tokenFor('known@example.org')
    expect(await mailsFor(app.config.dataDir, 'unknown@example.org')).toEqual([])
  })

  it('is heard five times an hour for one account, and the password works all the while', async () => {
    await app.signUp('flooded@example.org')
    for (let count = 0; count < 8; count++)
      expect((await requestReset(visitor(), 'flooded@example.org')).status).toBe(200)
    const links = await app.services.db.select().from(resetLinks).where(eq(resetLinks.email, 'flooded@example.org'))
    expect(links).toHaveLength(5)
    expect((await signIn(visitor(), 'flooded@example.org')).status).toBe(200)
  })

  it('stores the link in a form that opens nothing', async () => {
    await app.signUp('dumped@example.org')
    await requestReset(visitor(), 'dumped@example.org')
    const token = await tokenFor('dumped@example.org')
    const [stored] = await app.services.db.select().from(resetLinks).where(eq(resetLinks.email, 'dumped@example.org'))
    expect(stored?.tokenHash).not.toContain(token)
    expect(await resetPassword(visitor(), stored?.tokenHash ?? '', NEW_PASSWORD)).toMatchObject(invalid)
  })

  it('verifies nobody: a sign-up still needs its code', async () => {
    const person = visitor()
    await signUp(person, 'waiting@example.org')
    const code = await codeFor(app.config.dataDir, 'waiting@example.org')
    await requestReset(visitor(), 'waiting@example.org')
    expect((await signIn(visitor(), 'waiting@example.org', PASSWORD)).status).toBe(403)
    expect((await verify(person, 'waiting@example.org', code)).status).toBe(200)
  })
})
