import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { twoFactors } from '#server/db/schema/index.ts'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { codeOf, nextCodeOf, wrongFactorCode } from '#test/authenticator.ts'
import { type Client, createClient } from '#test/client.ts'
import { signIn } from '#test/enter.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const visitor = () => createClient(app.origin)
const factor = (client: Client, step: string, form: object) => client.post(`/api/auth/two-factor/${step}`, form)

/** A person whose second factor is set up. */
async function enrolled(email: string) {
  const person = await app.signUp(email)
  const { body } = await factor(person, 'enable', { password: PASSWORD })
  const { secret, backupCodes } = body as { secret: string; backupCodes: string[] } // checked by the first test
  expect((await factor(person, 'verify-totp', { code: codeOf(secret) })).status).toBe(200)
  return { person, secret, backupCodes }
}

/** A browser that typed the password and is asked for the second factor. */
async function challenged(email: string) {
  const client = visitor()
  const answer = await signIn(client, email)
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } })
  expect((await client.get('/api/me')).status).toBe(401)
  return client
}

describe('setting up', () => {
  it('needs the password, shows the secret as a link and to be typed, and counts after its first code', async () => {
    const person = await app.signUp('ada@example.org')
    expect(await factor(person, 'enable', { password: 'not-mine' })).toMatchObject({
      status: 400,
      body: { error: { code: 'account.password-wrong' } },
    })
    const { status, body } = await factor(person, 'enable', { password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toEqual({
      totpURI: expect.stringMatching(/^otpauth:\/\/totp\/Readback:ada%40example\.org\?/),
      secret: expect.stringMatching(/^[A-Z2-7]{32,}$/),
      backupCodes: expect.arrayContaining([expect.stringMatching(/^\w{5}-\w{5}$/)]),
    })
    expect((await person.get('/api/me')).body.user.factors).toEqual([{ factor_type: 'totp', status: 'unverified' }])
    expect((await signIn(visitor(), 'ada@example.org')).body.user.email).toBe('ada@example.org')

    expect(await factor(person, 'verify-totp', { code: wrongFactorCode(body.secret) })).toMatchObject({
      status: 400,
      body: { error: { code: 'account.factor-code-wrong' } },
    })
    expect((await factor(person, 'verify-totp', { code: codeOf(body.secret) })).status).toBe(200)
    expect((await person.get('/api/me')).body.user.factors).toEqual([{ factor_type: 'totp', status: 'verified' }])
    expect((await factor(person, 'enable', { password: PASSWORD })).body.error.code).toBe('account.factor-present')
  })

  it('is for people who are signed in', async () => {
    for (const step of ['enable', 'disable', 'generate-backup-codes']) {
      expect((await factor(visitor(), step, { password: PASSWORD })).status).toBe(401)
    }
  })

  it('stores neither the secret nor a recovery code in a form that can be read', async () => {
    const { person, secret, backupCodes } = await enrolled('sealed@example.org')
    const stored = JSON.stringify(
      await app.services.db.select().from(twoFactors).where(eq(twoFactors.userId, person.userId)),
    )
    for (const hidden of [secret, ...backupCodes]) expect(stored).not.toContain(hidden)
  })
})

describe('signing in', () => {
  it('asks for the six digits after the password, and only then opens a session', async () => {
    const { secret } = await enrolled('bo@example.org')
    const client = await challenged('bo@example.org')
    expect((await factor(client, 'verify-totp', { code: wrongFactorCode(secret) })).body.error.code).toBe(
      'account.factor-code-wrong',
    )
    const code = nextCodeOf(secret)
    expect(
      (await factor(client, 'verify-totp', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).body.user.email,
    ).toBe('bo@example.org')
    expect((await client.get('/api/me')).status).toBe(200)
  })

  it('takes the six digits once: whoever saw them typed comes too late, also in the same moment', async () => {
    const { secret } = await enrolled('watched@example.org')
    const code = nextCodeOf(secret)
    const browsers = [await challenged('watched@example.org'), await challenged('watched@example.org')]
    const answers = await Promise.all(browsers.map((each) => factor(each, 'verify-totp', { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const later = await factor(await challenged('watched@example.org'), 'verify-totp', { code })
    expect(later).toMatchObject({ status: 400, body: { error: { code: 'account.factor-code-used' } } })
    expect((await browsers[answers[0]?.status === 200 ? 1 : 0]?.get('/api/me'))?.status).toBe(401)
  })

  it('takes each recovery code once', async () => {
    const { backupCodes } = await enrolled('recovers@example.org')
    const code = backupCodes[3] ?? ''
    const first = await challenged('recovers@example.org')
    expect((await factor(first, 'verify-backup-code', { code })).status).toBe(200)
    expect((await first.get('/api/me')).status).toBe(200)
    const second = await challenged('recovers@example.org')
    expect((await factor(second, 'verify-backup-code', { code })).body.error.code).toBe('account.factor-code-wrong')
    expect((await factor(second, 'verify-backup-code', { code: backupCodes[4] })).status).toBe(200)
  })

  it('takes a recovery code once, also from two browsers at the same time', async () => {
    const { backupCodes } = await enrolled('race@example.org')
    const browsers = [await challenged('race@example.org'), await challenged('race@example.org')]
    const answers = await Promise.all(
      browsers.map((each) => factor(each, 'verify-backup-code', { code: backupCodes[0] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('begins again after five wrong codes, and locks the factor for a while after ten', async () => {
    const { secret } = await enrolled('guessed@example.org')
    for (let round = 0; round < 2; round++) {
      const client = await challenged('guessed@example.org')
      for (let step = 0; step < 5; step++) {
        expect((await factor(client, 'verify-totp', { code: wrongFactorCode(secret) })).body.error.code).toBe(
          'account.factor-code-wrong',
        )
      }
      const after = await factor(client, 'verify-totp', { code: codeOf(secret) })
      expect(after.body.error.code).toBe(round === 0 ? 'account.factor-challenge-over' : 'account.factor-locked')
    }
    const locked = await factor(await challenged('guessed@example.org'), 'verify-totp', { code: codeOf(secret) })
    expect(locked).toMatchObject({ status: 429, body: { error: { code: 'account.factor-locked' } } })
  })

  it('means nothing without the password: no challenge, no session', async () => {
    const { secret } = await enrolled('alone@example.org')
    expect((await factor(visitor(), 'verify-totp', { code: codeOf(secret) })).body.error.code).toBe(
      'account.factor-challenge-over',
    )
  })
})

describe('leaving it', () => {
  it('needs the password; afterwards the password alone signs in', async () => {
    const { person } = await enrolled('leaves@example.org')
    expect((await factor(person, 'disable', { password: 'not-mine' })).body.error.code).toBe('account.password-wrong')
    expect((await factor(person, 'disable', { password: PASSWORD })).status).toBe(200)
    expect((await person.get('/api/me')).body.user.factors).toEqual([])
    expect((await signIn(visitor(), 'leaves@example.org')).body.user.email).toBe('leaves@example.org')
  })

  it('with fresh recovery codes the earlier ones are worth nothing', async () => {
    const { person, backupCodes } = await enrolled('fresh@example.org')
    const { body } = await factor(person, 'generate-backup-codes', { password: PASSWORD })
    const client = await challenged('fresh@example.org')
    expect((await factor(client, 'verify-backup-code', { code: backupCodes[0] })).status).toBe(400)
    expect((await factor(client, 'verify-backup-code', { code: body.backupCodes[0] })).status).toBe(200)
  })
})
