import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts, adminUsers, sessions, userCredits, users } from '#server/db/schema/index.ts'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { codeOf, nextCodeOf } from '#test/authenticator.ts'
import { type Client, createClient } from '#test/client.ts'
import { requestReset, resetPassword, resetTokenFor, signIn } from '#test/enter.ts'
import { type Issuer, startIssuer } from '#test/issuer.ts'

let issuer: Issuer
let app: TestApp
beforeAll(async () => {
  issuer = await startIssuer()
  const { url, clientId, clientSecret } = issuer
  const oidc = { issuer: url, clientId, clientSecret, name: 'Example Login' }
  app = await openTestApp({ oidc, adminEmails: ['listed@example.org'] })
})
afterAll(async () => {
  await app?.close()
  await issuer?.close()
})
beforeEach(() => {
  issuer.claims = {}
  issuer.away = false
})

const visitor = () => createClient(app.origin)
const as = (sub: string, email: string, email_verified: boolean | null = true) => {
  issuer.person = { sub, email, name: 'A Person', ...(email_verified !== null && { email_verified }) }
}
const waysOf = (userId: string) => app.services.db.select().from(accounts).where(eq(accounts.userId, userId))
const accountOf = async (email: string) => (await app.services.db.select().from(users).where(eq(users.email, email)))[0]

/** To the issuer and back, as a browser goes; answers where it arrives. */
async function travel(client: Client, step: 'start' | 'link' = 'start', returnTo = '/chats?tab=1') {
  const { status, body } = await client.post(`/api/auth/oidc/${step}`, { returnTo })
  expect(status).toBe(200)
  const atIssuer = await fetch(body.url, { redirect: 'manual' })
  const back = atIssuer.headers.get('location') ?? ''
  expect(back).toContain(`${app.origin}/api/auth/callback/oidc?`)
  const answer = await client.get(back.slice(app.origin.length))
  expect(answer.status).toBe(302)
  return { back, arrival: (answer.headers.get('location') ?? '').replace(app.origin, '') }
}

describe('entering through the issuer', () => {
  it('makes an account for an address that the issuer calls verified, and goes on where the person wanted', async () => {
    as('new', 'New@example.org')
    const client = visitor()
    expect((await travel(client)).arrival).toBe('/chats?tab=1')
    const { user } = (await client.get('/api/me')).body
    expect(user).toMatchObject({
      email: 'new@example.org',
      emailVerified: true,
      tier: 'free',
      identities: [{ provider: 'oidc' }],
    })
    expect(await app.services.db.select().from(userCredits).where(eq(userCredits.userId, user.id))).toHaveLength(1)
    const again = visitor()
    await travel(again)
    expect((await again.get('/api/me')).body.user.id).toBe(user.id)
    expect((await app.visitor.get('/api/instance')).body.oidc).toBe('Example Login')
  })

  it('uses PKCE, a state and a nonce, and keeps no token of the issuer', async () => {
    as('pkce', 'pkce@example.org')
    const client = visitor()
    await travel(client)
    const visit = issuer.visits.at(-1)
    expect(visit?.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(visit?.get(name)?.length).toBeGreaterThan(20)
    expect(visit?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email']))
    const [way] = await waysOf((await client.get('/api/me')).body.user.id)
    expect(way).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
  })

  it('makes a listed address an administrator', async () => {
    as('boss', 'listed@example.org')
    const client = visitor()
    await travel(client)
    const { user } = (await client.get('/api/me')).body
    expect(await app.services.db.select().from(adminUsers).where(eq(adminUsers.id, user.id))).toHaveLength(1)
  })

  it('is refused to a suspended account', async () => {
    as('kept-out', 'kept-out@example.org')
    await travel(visitor())
    await app.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.email, 'kept-out@example.org'))
    const client = visitor()
    expect((await travel(client)).arrival).toMatch(/^\/chats\?.*error=/)
    expect((await client.get('/api/me')).status).toBe(401)
    const account = await accountOf('kept-out@example.org')
    const begun = await app.services.db.select().from(sessions).where(eq(sessions.userId, account?.id ?? ''))
    expect(begun).toHaveLength(1)
  })

  it.each([false, null])('is refused while the issuer says of the address: verified %s', async (verified) => {
    as(`unproven-${verified}`, 'unproven@example.org', verified)
    const client = visitor()
    expect((await travel(client)).arrival).toMatch(/error=email_not_verified/)
    expect((await client.get('/api/me')).status).toBe(401)
    expect(await accountOf('unproven@example.org')).toBeUndefined()
  })

  it('does not open an existing account with an address that is not verified there', async () => {
    const owner = await app.signUp('owner@example.org')
    as('impostor', 'owner@example.org', false)
    const client = visitor()
    expect((await travel(client)).arrival).toMatch(/error=/)
    expect((await client.get('/api/me')).status).toBe(401)
    expect(await waysOf(owner.userId)).toHaveLength(1)
  })

  it('links by itself to the account of an address that is verified there', async () => {
    const owner = await app.signUp('both@example.org')
    as('both', 'both@example.org')
    const client = visitor()
    await travel(client)
    expect((await client.get('/api/me')).body.user.id).toBe(owner.userId)
    expect((await waysOf(owner.userId)).map((way) => way.providerId).toSorted()).toEqual(['credential', 'oidc'])
    expect((await signIn(visitor(), 'both@example.org')).status).toBe(200)
  })

  it('still asks for the second factor of the account', async () => {
    const owner = await app.signUp('factor@example.org')
    const { body } = await owner.post('/api/auth/two-factor/enable', { password: PASSWORD })
    await owner.post('/api/auth/two-factor/verify-totp', { code: codeOf(body.secret) })
    as('factor', 'factor@example.org')
    const client = visitor()
    expect((await travel(client)).arrival).toBe('/?second_factor=asked')
    expect((await client.get('/api/me')).status).toBe(401)
    expect((await client.post('/api/auth/two-factor/verify-totp', { code: nextCodeOf(body.secret) })).status).toBe(200)
    expect((await client.get('/api/me')).body.user.id).toBe(owner.userId)
  })

  it.each([
    ['for another client', { aud: 'somebody-else' }],
    ['from another issuer', { iss: 'https://elsewhere.example' }],
    ['with another nonce', { nonce: 'a-nonce-of-another-sign-in' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ])('is refused with an ID token %s', async (_what, claims) => {
    as('forged', 'forged@example.org')
    issuer.claims = claims
    const client = visitor()
    expect((await travel(client)).arrival).toMatch(/error=/)
    expect((await client.get('/api/me')).status).toBe(401)
  })

  it('is refused in another browser than the one that started, and a second time', async () => {
    as('stolen', 'stolen@example.org')
    const client = visitor()
    const { body } = await client.post('/api/auth/oidc/start', {})
    const back = (await fetch(body.url, { redirect: 'manual' })).headers.get('location') ?? ''
    const thief = visitor()
    expect((await thief.get(back.slice(app.origin.length))).headers.get('location')).toMatch(/error=/)
    expect((await thief.get('/api/me')).status).toBe(401)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\\\evil.example', 'javascript:alert(1)'])(
    'never goes on to another site: %s',
    async (returnTo) => expect((await visitor().post('/api/auth/oidc/start', { returnTo })).status).toBe(400),
  )

  it('says so while the issuer is away, holds nobody else up, and works once it is back', async () => {
    await app.restart()
    issuer.away = true
    const refused = await visitor().post('/api/auth/oidc/start', {})
    expect(refused).toMatchObject({
      status: 502,
      body: {
        error: { code: 'account.issuer-away', message: 'Example Login does not answer. Please try again later.' },
      },
    })
    expect((await app.signUp()).userId).toBeTruthy()
    issuer.away = false
    as('back', 'back@example.org')
    expect((await travel(visitor())).arrival).toBe('/chats?tab=1')
  })
})

describe('linking and unlinking', () => {
  it('links an identity with another address to the account that is signed in, and takes it off again', async () => {
    const person = await app.signUp('links@example.org')
    as('linked', 'at-work@example.com')
    expect((await travel(person, 'link', '/account')).arrival).toBe('/account')
    const client = visitor()
    await travel(client)
    expect((await client.get('/api/me')).body.user.id).toBe(person.userId)

    const { identities } = (await person.get('/api/me')).body.user
    const { id } = identities.find((identity: { provider: string }) => identity.provider === 'oidc')
    const stranger = await app.signUp()
    expect((await stranger.request('DELETE', `/api/account/identities/${id}`)).status).toBe(404)
    expect((await person.request('DELETE', `/api/account/identities/${id}`)).status).toBe(204)
    expect((await person.get('/api/me')).body.user.identities).toHaveLength(1)
  })

  it('does not take over an identity that belongs to somebody else', async () => {
    as('taken', 'taken@example.com')
    await travel(visitor())
    const person = await app.signUp('wants@example.org')
    expect((await travel(person, 'link', '/account')).arrival).toMatch(/^\/account\?error=/)
    expect(await waysOf(person.userId)).toHaveLength(1)
  })

  it('never removes the last way in; a password set by mail makes it removable', async () => {
    as('only', 'only@example.org')
    const client = visitor()
    await travel(client)
    const { identities } = (await client.get('/api/me')).body.user
    const unlink = () => client.request('DELETE', `/api/account/identities/${identities[0].id}`)
    expect(await unlink()).toMatchObject({ status: 409, body: { error: { code: 'account.last-way-in' } } })
    await requestReset(visitor(), 'only@example.org')
    await resetPassword(visitor(), await resetTokenFor(app.config.dataDir, 'only@example.org'), 'a-password-at-last')
    await signIn(client, 'only@example.org', 'a-password-at-last')
    expect((await unlink()).status).toBe(204)
  })

  it('lets somebody without a password confirm by having just signed in', async () => {
    as('passwordless', 'passwordless@example.org')
    const client = visitor()
    await travel(client)
    expect((await client.post('/api/account/delete', {})).status).toBe(204)
    expect(await accountOf('passwordless@example.org')).toBeUndefined()
  })

  it('asks somebody without a password for a fresh sign-in before the second factor is changed', async () => {
    as('factor-alone', 'factor-alone@example.org')
    const client = visitor()
    await travel(client)
    expect((await client.post('/api/auth/two-factor/enable', {})).status).toBe(200)
    const { user } = (await client.get('/api/me')).body
    const hourAgo = new Date(Date.now() - 3_600_000)
    await app.services.db.update(sessions).set({ createdAt: hourAgo }).where(eq(sessions.userId, user.id))
    const refused = await client.post('/api/auth/two-factor/enable', {})
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'account.confirm-again' } } })
  })

  it('is for people who are signed in', async () => {
    expect((await visitor().post('/api/auth/oidc/link', {})).status).toBe(401)
  })
})
