import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { twoFactors } from '#server/platform/db/schema/index.ts'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { codeOf, nextCodeOf, wrongFactorCode } from '#test/authenticator.ts'
import { type Client, createClient } from '#test/client.ts'
import { signIn } from '#test/auth-requests.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const visitor = () => createClient(app.origin)
const postTwoFactor = (client: Client, step: string, form: object) => client.post(`/api/auth/two-factor/${step}`, form)

/** A person with an active second factor. */
async function enroll(email: string) {
  const person = await app.signUp(email)
  const { body } = await postTwoFactor(person, 'enable', { password: PASSWORD })
  // The first test checks this shape.
  const { secret, backupCodes: recoveryCodes } = body as { secret: string; backupCodes: string[] }
  expect((await postTwoFactor(person, 'verify-totp', { code: codeOf(secret) })).status).toBe(200)
  return { person, secret, recoveryCodes }
}

/** A browser that has sent the password and must send the second factor. */
async function startSignIn(email: string) {
  const client = visitor()
  const answer = await signIn(client, email)
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } })
  expect((await client.get('/api/me')).status).toBe(401)
  return client
}

describe('setting up', () => {
  it('requires the password, returns the secret as link and text, and is active after the first correct code [second-factor-1]', async () => {
    const person = await app.signUp('ada@example.org')
    expect(await postTwoFactor(person, 'enable', { password: 'not-mine' })).toMatchObject({
      status: 400,
      body: { error: { code: 'account.password-wrong' } },
    })
    const { status, body } = await postTwoFactor(person, 'enable', { password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toEqual({
      totpURI: expect.stringMatching(/^otpauth:\/\/totp\/Readback:ada%40example\.org\?/),
      secret: expect.stringMatching(/^[A-Z2-7]{32,}$/),
      backupCodes: expect.arrayContaining([expect.stringMatching(/^\w{5}-\w{5}$/)]),
    })
    expect((await person.get('/api/me')).body.user.factors).toEqual([{ factor_type: 'totp', status: 'unverified' }])
    expect((await signIn(visitor(), 'ada@example.org')).body.user.email).toBe('ada@example.org')

    expect(await postTwoFactor(person, 'verify-totp', { code: wrongFactorCode(body.secret) })).toMatchObject({
      status: 400,
      body: { error: { code: 'account.factor-code-wrong' } },
    })
    expect((await postTwoFactor(person, 'verify-totp', { code: codeOf(body.secret) })).status).toBe(200)
    expect((await person.get('/api/me')).body.user.factors).toEqual([{ factor_type: 'totp', status: 'verified' }])
    expect((await postTwoFactor(person, 'enable', { password: PASSWORD })).body.error.code).toBe(
      'account.factor-present',
    )
  })

  it('requires a session', async () => {
    for (const step of ['enable', 'disable', 'generate-backup-codes']) {
      expect((await postTwoFactor(visitor(), step, { password: PASSWORD })).status).toBe(401)
    }
  })

  it('stores neither the secret nor recovery codes in plain text [second-factor-5]', async () => {
    const { person, secret, recoveryCodes } = await enroll('sealed@example.org')
    const stored = JSON.stringify(
      await app.services.db.select().from(twoFactors).where(eq(twoFactors.userId, person.userId)),
    )
    for (const plainText of [secret, ...recoveryCodes]) expect(stored).not.toContain(plainText)
  })
})

describe('signing in', () => {
  it('creates a session only after the password and the code', async () => {
    const { secret } = await enroll('bo@example.org')
    const client = await startSignIn('bo@example.org')
    expect((await postTwoFactor(client, 'verify-totp', { code: wrongFactorCode(secret) })).body.error.code).toBe(
      'account.factor-code-wrong',
    )
    const code = nextCodeOf(secret)
    expect(
      (await postTwoFactor(client, 'verify-totp', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).body.user.email,
    ).toBe('bo@example.org')
    expect((await client.get('/api/me')).status).toBe(200)
  })

  it('accepts each code once, also from two browsers concurrently [second-factor-2]', async () => {
    const { secret } = await enroll('watched@example.org')
    const code = nextCodeOf(secret)
    const browsers = [await startSignIn('watched@example.org'), await startSignIn('watched@example.org')]
    const answers = await Promise.all(browsers.map((browser) => postTwoFactor(browser, 'verify-totp', { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const later = await postTwoFactor(await startSignIn('watched@example.org'), 'verify-totp', { code })
    expect(later).toMatchObject({ status: 400, body: { error: { code: 'account.factor-code-used' } } })
    expect((await browsers[answers[0]?.status === 200 ? 1 : 0]?.get('/api/me'))?.status).toBe(401)
  })

  it('accepts each recovery code once', async () => {
    const { recoveryCodes } = await enroll('recovers@example.org')
    const code = recoveryCodes[3] ?? ''
    const first = await startSignIn('recovers@example.org')
    expect((await postTwoFactor(first, 'verify-backup-code', { code })).status).toBe(200)
    expect((await first.get('/api/me')).status).toBe(200)
    const second = await startSignIn('recovers@example.org')
    expect((await postTwoFactor(second, 'verify-backup-code', { code })).body.error.code).toBe(
      'account.factor-code-wrong',
    )
    expect((await postTwoFactor(second, 'verify-backup-code', { code: recoveryCodes[4] })).status).toBe(200)
  })

  it('accepts a recovery code once from two browsers concurrently', async () => {
    const { recoveryCodes } = await enroll('race@example.org')
    const browsers = [await startSignIn('race@example.org'), await startSignIn('race@example.org')]
    const answers = await Promise.all(
      browsers.map((browser) => postTwoFactor(browser, 'verify-backup-code', { code: recoveryCodes[0] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('locks the second factor after five wrong codes and says for how long [second-factor-3]', async () => {
    const { secret } = await enroll('guessed@example.org')
    const client = await startSignIn('guessed@example.org')
    const answers = []
    for (let attempt = 0; attempt < 5; attempt++) {
      answers.push(await postTwoFactor(client, 'verify-totp', { code: wrongFactorCode(secret) }))
    }
    const codes = answers.map(({ body }) => body.error.code)
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'account.factor-code-wrong'), 'account.factor-locked'])
    const locked = { status: 429, body: { error: { message: 'Too many wrong codes. Try again in 15 minutes.' } } }
    expect(answers[4]).toMatchObject(locked)
    expect(await postTwoFactor(client, 'verify-totp', { code: codeOf(secret) })).toMatchObject(locked)
    const another = await startSignIn('guessed@example.org')
    expect(await postTwoFactor(another, 'verify-totp', { code: codeOf(secret) })).toMatchObject(locked)
  })

  it('asks for the next code when one is replayed, without ending the sign-in [second-factor-4]', async () => {
    const { secret } = await enroll('replays@example.org')
    const client = await startSignIn('replays@example.org')
    const replayed = await postTwoFactor(client, 'verify-totp', { code: codeOf(secret) })
    expect(replayed).toMatchObject({ status: 400, body: { error: { code: 'account.factor-code-used' } } })
    expect((await postTwoFactor(client, 'verify-totp', { code: nextCodeOf(secret) })).status).toBe(200)
    expect((await client.get('/api/me')).status).toBe(200)
  })

  it('rejects a code without a preceding password', async () => {
    const { secret } = await enroll('alone@example.org')
    expect((await postTwoFactor(visitor(), 'verify-totp', { code: codeOf(secret) })).body.error.code).toBe(
      'account.factor-challenge-over',
    )
  })
})

describe('turning it off', () => {
  it('requires the password; afterward the password alone signs in', async () => {
    const { person } = await enroll('leaves@example.org')
    expect((await postTwoFactor(person, 'disable', { password: 'not-mine' })).body.error.code).toBe(
      'account.password-wrong',
    )
    expect((await postTwoFactor(person, 'disable', { password: PASSWORD })).status).toBe(200)
    expect((await person.get('/api/me')).body.user.factors).toEqual([])
    expect((await signIn(visitor(), 'leaves@example.org')).body.user.email).toBe('leaves@example.org')
  })

  it('invalidates the earlier recovery codes when new ones are generated', async () => {
    const { person, recoveryCodes } = await enroll('fresh@example.org')
    const { body } = await postTwoFactor(person, 'generate-backup-codes', { password: PASSWORD })
    const client = await startSignIn('fresh@example.org')
    expect((await postTwoFactor(client, 'verify-backup-code', { code: recoveryCodes[0] })).status).toBe(400)
    expect((await postTwoFactor(client, 'verify-backup-code', { code: body.backupCodes[0] })).status).toBe(200)
  })
})
