import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resetLinks } from '#server/platform/db/schema/index.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import {
  readMailsFor,
  requestReset,
  resetPassword,
  resetTokenFor,
  signIn,
  signUp,
  verify,
} from '#test/auth-requests.ts'
import { waitFor } from '#test/wait-for.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'quite-another-password'
const visitor = () => createClient(app.origin)
const tokenFor = (email: string, earlier?: string) => resetTokenFor(app.config.dataDir, email, earlier)
const tooManyMails = expect.objectContaining({
  code: 'account.too-many-mails',
  message: expect.stringMatching(/Try again in (59|60) min\.$/),
})
const checkLink = async (token: string) => (await visitor().post('/api/auth/reset-password/check', { token })).body
const invalid = { status: 400, body: { error: { code: 'account.reset-link-invalid' } } }

describe('a lost password', () => {
  it('is replaced with the mailed link, and every session ends [reset-password-1]', async () => {
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
    await waitFor('the notification', async () =>
      (await readMailsFor(app.config.dataDir, 'forgetful@example.org')).some((mail) =>
        mail.includes('password was changed'),
      ),
    )
  })

  it('is replaced once per link, even by concurrent requests, and not with an older link', async () => {
    await app.signUp('once@example.org')
    await requestReset(visitor(), 'once@example.org')
    const older = await tokenFor('once@example.org')
    await requestReset(visitor(), 'once@example.org')
    const token = await tokenFor('once@example.org', older)
    expect(await checkLink(token)).toEqual({ valid: true })
    const answers = await Promise.all(Array.from({ length: 6 }, () => resetPassword(visitor(), token, NEW_PASSWORD)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await resetPassword(visitor(), token, NEW_PASSWORD)).toMatchObject(invalid)
    expect(await resetPassword(visitor(), older, NEW_PASSWORD)).toMatchObject(invalid)
    expect(await checkLink(token)).toEqual({ valid: false })
  })

  it('is not replaced with an expired or invented link', async () => {
    await app.signUp('late@example.org')
    await requestReset(visitor(), 'late@example.org')
    const token = await tokenFor('late@example.org')
    await app.services.db
      .update(resetLinks)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(resetLinks.email, 'late@example.org'))
    expect(await resetPassword(visitor(), token, NEW_PASSWORD)).toMatchObject(invalid)
    expect(await resetPassword(visitor(), 'made-up', NEW_PASSWORD)).toMatchObject(invalid)
    for (const link of [token, 'made-up']) expect(await checkLink(link)).toEqual({ valid: false })
    expect((await signIn(visitor(), 'late@example.org')).status).toBe(200)
  })

  it('is not replaced by a weak one, and the link stays usable', async () => {
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

describe('requesting a link', () => {
  it('responds the same for known and unknown addresses and mails only known ones [reset-password-2]', async () => {
    await app.signUp('known@example.org')
    const [known, unknown] = [
      await requestReset(visitor(), 'known@example.org'),
      await requestReset(visitor(), 'unknown@example.org'),
    ]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()].toSorted()).toEqual([...known.headers.keys()].toSorted())
    await tokenFor('known@example.org')
    expect(await readMailsFor(app.config.dataDir, 'unknown@example.org')).toEqual([])
  })

  it('sends at most five links per hour, says when the next can be sent, and the password keeps working', async () => {
    await app.signUp('flooded@example.org')
    for (let count = 0; count < 5; count++)
      expect((await requestReset(visitor(), 'flooded@example.org')).status).toBe(200)
    const refused = await requestReset(visitor(), 'flooded@example.org')
    expect([refused.status, refused.body.error]).toEqual([429, tooManyMails])
    const links = await app.services.db.select().from(resetLinks).where(eq(resetLinks.email, 'flooded@example.org'))
    expect(links).toHaveLength(5)
    expect((await signIn(visitor(), 'flooded@example.org')).status).toBe(200)
  })

  it('stores only a hash of the link [reset-password-3]', async () => {
    await app.signUp('dumped@example.org')
    await requestReset(visitor(), 'dumped@example.org')
    const token = await tokenFor('dumped@example.org')
    const [stored] = await app.services.db.select().from(resetLinks).where(eq(resetLinks.email, 'dumped@example.org'))
    expect(stored?.tokenHash).not.toContain(token)
    expect(await resetPassword(visitor(), stored?.tokenHash ?? '', NEW_PASSWORD)).toMatchObject(invalid)
  })

  it('does not verify an address: a sign-up still needs its code', async () => {
    const person = visitor()
    await signUp(person, 'waiting@example.org')
    const code = await codeFor(app.config.dataDir, 'waiting@example.org')
    await requestReset(visitor(), 'waiting@example.org')
    expect((await signIn(visitor(), 'waiting@example.org', PASSWORD)).status).toBe(403)
    expect((await verify(person, 'waiting@example.org', code)).status).toBe(200)
  })
})
