/** Guessing one account's password from many addresses, with the limits of production. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountLimits } from '#server/platform/db/schema/index.ts'
import { hashedKey } from '#server/platform/rate-limit.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import {
  readMailsFor,
  requestReset,
  resetPassword,
  resetTokenFor,
  sendSignInCode,
  signIn,
  verifySignInCode,
  wrongCode,
} from '#test/auth-requests.ts'
import { type Client, createClient } from '#test/client.ts'
import { waitFor } from '#test/wait-for.ts'
import { takePasswordAttempt } from './password-attempts.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { authLimitFactor: 1 })
})
afterAll(() => app.close())

const WRONG = 'not-the-password'
const visitor = () => createClient(app.origin)
let addresses = 0

/** Signs in from a new address. */
function signInFromElsewhere(email: string, password: string, client: Client = visitor()) {
  const address = ++addresses
  const from = { 'X-Forwarded-For': `198.18.${address >> 8}.${address & 255}` }
  return client.request('POST', '/api/auth/sign-in/email', { email, password }, from)
}

const MAILS = ['/api/auth/sign-in/send-code', '/api/auth/request-password-reset']
const SIGN_UP = '/api/auth/sign-up/email'
const askForMail = (path: string, email: string, from: string, client: Client = visitor()) =>
  client.request('POST', path, { email, ...(path === SIGN_UP && { password: PASSWORD }) }, { 'X-Forwarded-For': from })

/**
 * Five attempts, after which passwords for the account have to wait; comparing a password takes a tenth of a second.
 */
async function pause(email: string) {
  for (let count = 0; count < 5; count++) await takePasswordAttempt(app.services, { email, browser: null })
  await lengthenWait(email)
  expect((await signInFromElsewhere(email, PASSWORD)).status).toBe(429)
}

/** Lets the wait of a minute last an hour longer, however slow the machine is. */
async function lengthenWait(email: string) {
  const since = new Date(Date.now() + 3600_000)
  await app.services.db
    .update(accountLimits)
    .set({ since })
    .where(eq(accountLimits.key, hashedKey(app.services.appSecret, 'password', `${email} `)))
}

describe('120 wrong passwords for one account from 120 addresses', () => {
  it('are refused after the fifth, also after a restart [password-guard-1]', async () => {
    await app.signUp('target@example.org')
    const attempt = async () => (await signInFromElsewhere('target@example.org', WRONG)).status
    for (let count = 0; count < 5; count++) expect(await attempt()).toBe(401)
    await lengthenWait('target@example.org')
    const statuses = await Promise.all(Array.from({ length: 115 }, attempt))
    expect(new Set(statuses)).toEqual(new Set([429]))
    await app.restart()
    const refused = await signInFromElsewhere('Target@example.org', PASSWORD)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'account.sign-in-paused' } } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('get the same answers when there is no such account [password-guard-2]', async () => {
    await app.signUp('known@example.org')
    const answersFor = async (email: string) => {
      const answers = []
      for (let count = 0; count < 7; count++) {
        answers.push(await signInFromElsewhere(email, WRONG))
        if (count === 4) await lengthenWait(email)
      }
      answers.push(await sendSignInCode(visitor(), email), await verifySignInCode(visitor(), email, '1234567'))
      return answers.map(({ status, body, headers }) => ({
        status,
        code: body.error?.code,
        headers: [...headers.keys()].toSorted(),
      }))
    }
    expect(await answersFor('unknown@example.org')).toEqual(await answersFor('known@example.org'))
    await codeFor(app.config.dataDir, 'known@example.org')
    expect(await readMailsFor(app.config.dataDir, 'unknown@example.org')).toEqual([])
  })
})

describe('the owner of an account under attack', () => {
  it('signs in with a mailed code and the password, in the browser that asked for the code [password-guard-3]', async () => {
    await app.signUp('owner@example.org')
    await pause('owner@example.org')
    const owner = visitor()
    expect((await sendSignInCode(owner, 'owner@example.org')).body).toEqual({ success: true })
    const code = await codeFor(app.config.dataDir, 'owner@example.org')
    const stranger = visitor()
    await sendSignInCode(stranger, 'stranger@example.org')
    expect((await verifySignInCode(stranger, 'owner@example.org', code)).status).toBe(400)
    expect((await verifySignInCode(owner, 'owner@example.org', wrongCode(code))).status).toBe(400)
    expect((await verifySignInCode(owner, 'owner@example.org', code)).status).toBe(200)
    expect((await verifySignInCode(owner, 'owner@example.org', code)).status).toBe(400)
    expect((await signInFromElsewhere('owner@example.org', WRONG, owner)).status).toBe(401)
    expect((await signInFromElsewhere('owner@example.org', PASSWORD, owner)).status).toBe(200)
    expect((await signInFromElsewhere('owner@example.org', PASSWORD)).status).toBe(429)
  })

  it('keeps signing in with a browser that has signed in before, whose own mistakes are counted too', async () => {
    await app.signUp('regular@example.org')
    const home = visitor()
    expect((await signIn(home, 'regular@example.org')).status).toBe(200)
    await home.post('/api/auth/sign-out')
    await pause('regular@example.org')
    expect((await signInFromElsewhere('regular@example.org', PASSWORD, home)).status).toBe(200)
    for (let count = 0; count < 5; count++)
      expect((await signInFromElsewhere('regular@example.org', WRONG, home)).status).toBe(401)
    await lengthenWait('regular@example.org')
    expect((await signInFromElsewhere('regular@example.org', PASSWORD, home)).status).toBe(429)
  })

  it('gains nothing for another account: a browser is known to one account only', async () => {
    await app.signUp('attacker@example.org')
    await app.signUp('victim@example.org')
    const browser = visitor()
    await signIn(browser, 'attacker@example.org')
    await pause('victim@example.org')
    expect((await signInFromElsewhere('victim@example.org', PASSWORD, browser)).status).toBe(429)
  })

  it('signs in after replacing the password with a mailed link, although it is paused [password-guard-4]', async () => {
    await app.signUp('forgetful@example.org')
    await pause('forgetful@example.org')
    const owner = visitor()
    await requestReset(owner, 'forgetful@example.org')
    const token = await resetTokenFor(app.config.dataDir, 'forgetful@example.org')
    expect((await resetPassword(owner, token, 'quite-another-password')).status).toBe(200)
    expect((await signInFromElsewhere('forgetful@example.org', 'quite-another-password', owner)).status).toBe(200)
  })

  it('still gets a code and a link in a new browser while a stranger asks for mails [password-guard-5]', async () => {
    const email = 'flooded-by-one@example.org'
    await app.signUp(email)
    await pause(email)
    // Every purpose and every address of the stranger's network, until nothing more is sent.
    for (const path of [...MAILS, SIGN_UP]) {
      const statuses = []
      for (let count = 0; count < 7; count++)
        statuses.push((await askForMail(path, email, `2001:db8:1:1::${count}`)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    }
    const owner = visitor()
    for (const path of MAILS) expect((await askForMail(path, email, '198.51.100.7', owner)).status).toBe(200)
  })

  it('still gets a code and a link in a new browser while strangers in several networks ask for mails [password-guard-7]', async () => {
    const email = 'flooded-by-several@example.org'
    await app.signUp(email)
    for (const path of MAILS) {
      const statuses = []
      for (let count = 0; count < 35; count++)
        statuses.push((await askForMail(path, email, `203.0.113.${count % 7}`)).status)
      // The first of each network, and twenty more.
      expect(statuses.filter((status) => status === 200)).toHaveLength(27)
      expect((await askForMail(path, email, '198.51.100.7')).status).toBe(200)
    }
  })

  it('gets mails in a known browser even while many networks ask for them [password-guard-6]', async () => {
    const email = 'flooded-by-many@example.org'
    await app.signUp(email)
    const home = visitor()
    expect((await signIn(home, email)).status).toBe(200)
    for (const path of MAILS) {
      for (let count = 0; count < 20; count++)
        expect((await askForMail(path, email, `203.0.113.${count}`)).status).toBe(200)
      expect((await askForMail(path, email, '203.0.113.99')).status).toBe(429)
      expect((await askForMail(path, email, '203.0.113.99', home)).status).toBe(200)
    }
  })

  it('gets the time of the next code once the limit of the hour is reached', async () => {
    await app.signUp('flooded@example.org')
    for (let count = 0; count < 5; count++)
      expect((await sendSignInCode(visitor(), 'flooded@example.org')).status).toBe(200)
    expect(await sendSignInCode(visitor(), 'flooded@example.org')).toMatchObject({
      status: 429,
      body: { error: { code: 'account.too-many-mails' } },
    })
    const mails = await waitFor('five mails', async () => {
      const all = await readMailsFor(app.config.dataDir, 'flooded@example.org')
      return all.length >= 5 && all
    })
    expect(mails).toHaveLength(5)
  })
})
