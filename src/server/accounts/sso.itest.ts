import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts, adminUsers, sessions, userCredits, users } from '#server/platform/db/schema/index.ts'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { codeOf, nextCodeOf } from '#test/authenticator.ts'
import { type Client, createClient } from '#test/client.ts'
import { requestReset, resetPassword, resetTokenFor, signIn } from '#test/auth-requests.ts'
import { type Issuer, startIssuer } from '#test/oidc-issuer.ts'

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
const usePerson = (sub: string, email: string, email_verified: boolean | null = true) => {
  issuer.person = { sub, email, name: 'A Person', ...(email_verified !== null && { email_verified }) }
}
const identitiesOf = (userId: string) => app.services.db.select().from(accounts).where(eq(accounts.userId, userId))
const accountOf = async (email: string) => (await app.services.db.select().from(users).where(eq(users.email, email)))[0]

/** Follows the redirects to the provider and back as a browser does. Returns the final location. */
async function signInWithSso(client: Client, step: 'start' | 'link' = 'start', returnTo = '/chats?tab=1') {
  const { status, body } = await client.post(`/api/auth/oidc/${step}`, { returnTo })
  expect(status).toBe(200)
  const atProvider = await fetch(body.url, { redirect: 'manual' })
  const back = atProvider.headers.get('location') ?? ''
  expect(back).toContain(`${app.origin}/api/auth/callback/oidc?`)
  const answer = await client.get(back.slice(app.origin.length))
  expect(answer.status).toBe(302)
  return { back, location: (answer.headers.get('location') ?? '').replace(app.origin, '') }
}

describe('single sign-on', () => {
  it('creates an account for a verified address and redirects to the requested page', async () => {
    usePerson('new', 'New@example.org')
    const client = visitor()
    expect((await signInWithSso(client)).location).toBe('/chats?tab=1')
    const { user } = (await client.get('/api/me')).body
    expect(user).toMatchObject({
      email: 'new@example.org',
      emailVerified: true,
      tier: 'free',
      identities: [{ provider: 'oidc' }],
    })
    expect(await app.services.db.select().from(userCredits).where(eq(userCredits.userId, user.id))).toHaveLength(1)
    const again = visitor()
    await signInWithSso(again)
    expect((await again.get('/api/me')).body.user.id).toBe(user.id)
    expect((await app.visitor.get('/api/instance')).body.oidc).toBe('Example Login')
  })

  it('leads to the sign-in on the first screen when a callback is used again or has no state [sso-callback-1]', async () => {
    usePerson('twice', 'twice@example.org')
    const { back } = await signInWithSso(visitor())
    for (const path of [back.slice(app.origin.length), '/api/auth/callback/oidc?code=x', '/api/auth/callback/oidc']) {
      const answer = await visitor().get(path)
      const leadsTo = { path, status: answer.status, location: answer.headers.get('location') }
      expect(leadsTo).toEqual({ path, status: 302, location: expect.stringContaining(`${app.origin}/?error=`) })
    }
  })

  it('uses PKCE, state and nonce, and stores no tokens of the provider', async () => {
    usePerson('pkce', 'pkce@example.org')
    const client = visitor()
    await signInWithSso(client)
    const authorization = issuer.visits.at(-1)
    expect(authorization?.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(authorization?.get(name)?.length).toBeGreaterThan(20)
    expect(authorization?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email']))
    const [identity] = await identitiesOf((await client.get('/api/me')).body.user.id)
    expect(identity).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
  })

  it('grants a listed address the administrator role', async () => {
    usePerson('boss', 'listed@example.org')
    const client = visitor()
    await signInWithSso(client)
    const { user } = (await client.get('/api/me')).body
    expect(await app.services.db.select().from(adminUsers).where(eq(adminUsers.id, user.id))).toHaveLength(1)
  })

  it('rejects a suspended account', async () => {
    usePerson('kept-out', 'kept-out@example.org')
    await signInWithSso(visitor())
    await app.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.email, 'kept-out@example.org'))
    const client = visitor()
    expect((await signInWithSso(client)).location).toMatch(/^\/chats\?.*error=/)
    expect((await client.get('/api/me')).status).toBe(401)
    const account = await accountOf('kept-out@example.org')
    const created = await app.services.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, account?.id ?? ''))
    expect(created).toHaveLength(1)
  })

  it.each([false, null])('rejects an address that the provider reports as verified: %s', async (verified) => {
    usePerson(`unverified-${verified}`, 'unverified@example.org', verified)
    const client = visitor()
    expect((await signInWithSso(client)).location).toMatch(/error=email_not_verified/)
    expect((await client.get('/api/me')).status).toBe(401)
    expect(await accountOf('unverified@example.org')).toBeUndefined()
  })

  it('does not sign in to an existing account with an unverified address', async () => {
    const owner = await app.signUp('owner@example.org')
    usePerson('impostor', 'owner@example.org', false)
    const client = visitor()
    expect((await signInWithSso(client)).location).toMatch(/error=/)
    expect((await client.get('/api/me')).status).toBe(401)
    expect(await identitiesOf(owner.userId)).toHaveLength(1)
  })

  it('links automatically to the account with the same verified address', async () => {
    const owner = await app.signUp('both@example.org')
    usePerson('both', 'both@example.org')
    const client = visitor()
    await signInWithSso(client)
    expect((await client.get('/api/me')).body.user.id).toBe(owner.userId)
    expect((await identitiesOf(owner.userId)).map((identity) => identity.providerId).toSorted()).toEqual([
      'credential',
      'oidc',
    ])
    expect((await signIn(visitor(), 'both@example.org')).status).toBe(200)
  })

  it('asks for the second factor of the account', async () => {
    const owner = await app.signUp('factor@example.org')
    const { body } = await owner.post('/api/auth/two-factor/enable', { password: PASSWORD })
    await owner.post('/api/auth/two-factor/verify-totp', { code: codeOf(body.secret) })
    usePerson('factor', 'factor@example.org')
    const client = visitor()
    expect((await signInWithSso(client)).location).toBe('/?second_factor=asked')
    expect((await client.get('/api/me')).status).toBe(401)
    expect((await client.post('/api/auth/two-factor/verify-totp', { code: nextCodeOf(body.secret) })).status).toBe(200)
    expect((await client.get('/api/me')).body.user.id).toBe(owner.userId)
  })

  it.each([
    ['for another client', { aud: 'another-client' }],
    ['from another issuer', { iss: 'https://elsewhere.example' }],
    ['with another nonce', { nonce: 'a-nonce-of-another-sign-in' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ])('rejects an ID token %s', async (_case, claims) => {
    usePerson('forged', 'forged@example.org')
    issuer.claims = claims
    const client = visitor()
    expect((await signInWithSso(client)).location).toMatch(/error=/)
    expect((await client.get('/api/me')).status).toBe(401)
  })

  it('rejects the callback in a browser that did not start the sign-in', async () => {
    usePerson('stolen', 'stolen@example.org')
    const client = visitor()
    const { body } = await client.post('/api/auth/oidc/start', {})
    const back = (await fetch(body.url, { redirect: 'manual' })).headers.get('location') ?? ''
    const thief = visitor()
    expect((await thief.get(back.slice(app.origin.length))).headers.get('location')).toMatch(/error=/)
    expect((await thief.get('/api/me')).status).toBe(401)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\\\evil.example', 'javascript:alert(1)'])(
    'rejects a redirect to another site: %s',
    async (returnTo) => expect((await visitor().post('/api/auth/oidc/start', { returnTo })).status).toBe(400),
  )

  it('reports an unreachable provider, does not block other requests, and recovers', async () => {
    await app.restart()
    issuer.away = true
    const rejected = await visitor().post('/api/auth/oidc/start', {})
    expect(rejected).toMatchObject({
      status: 502,
      body: {
        error: { code: 'account.issuer-away', message: expect.stringContaining('Example Login') },
      },
    })
    expect((await app.signUp()).userId).toBeTruthy()
    issuer.away = false
    usePerson('back', 'back@example.org')
    expect((await signInWithSso(visitor())).location).toBe('/chats?tab=1')
  })
})

describe('linking and unlinking', () => {
  it('links an identity with another address to the signed-in account and unlinks it', async () => {
    const person = await app.signUp('links@example.org')
    usePerson('linked', 'at-work@example.com')
    expect((await signInWithSso(person, 'link', '/account')).location).toBe('/account')
    const client = visitor()
    await signInWithSso(client)
    expect((await client.get('/api/me')).body.user.id).toBe(person.userId)

    const { identities } = (await person.get('/api/me')).body.user
    const { id } = identities.find((identity: { provider: string }) => identity.provider === 'oidc')
    const stranger = await app.signUp()
    expect((await stranger.request('DELETE', `/api/account/identities/${id}`)).status).toBe(404)
    expect((await person.request('DELETE', `/api/account/identities/${id}`)).status).toBe(204)
    expect((await person.get('/api/me')).body.user.identities).toHaveLength(1)
  })

  it('does not take over an identity of another account', async () => {
    usePerson('taken', 'taken@example.com')
    await signInWithSso(visitor())
    const person = await app.signUp('wants@example.org')
    expect((await signInWithSso(person, 'link', '/account')).location).toMatch(/^\/account\?error=/)
    expect(await identitiesOf(person.userId)).toHaveLength(1)
  })

  it('never unlinks the last sign-in method, but does after a password was set by mail', async () => {
    usePerson('only', 'only@example.org')
    const client = visitor()
    await signInWithSso(client)
    const { identities } = (await client.get('/api/me')).body.user
    const unlink = () => client.request('DELETE', `/api/account/identities/${identities[0].id}`)
    expect(await unlink()).toMatchObject({ status: 409, body: { error: { code: 'account.last-way-in' } } })
    await requestReset(visitor(), 'only@example.org')
    await resetPassword(visitor(), await resetTokenFor(app.config.dataDir, 'only@example.org'), 'a-password-at-last')
    await signIn(client, 'only@example.org', 'a-password-at-last')
    expect((await unlink()).status).toBe(204)
  })

  it('lets a user without a password confirm by a recent sign-in', async () => {
    usePerson('passwordless', 'passwordless@example.org')
    const client = visitor()
    await signInWithSso(client)
    expect((await client.post('/api/account/delete', {})).status).toBe(204)
    expect(await accountOf('passwordless@example.org')).toBeUndefined()
  })

  it('requires a recent sign-in of a user without a password to change the second factor', async () => {
    usePerson('factor-alone', 'factor-alone@example.org')
    const client = visitor()
    await signInWithSso(client)
    expect((await client.post('/api/auth/two-factor/enable', {})).status).toBe(200)
    const { user } = (await client.get('/api/me')).body
    const hourAgo = new Date(Date.now() - 3_600_000)
    await app.services.db.update(sessions).set({ createdAt: hourAgo }).where(eq(sessions.userId, user.id))
    const rejected = await client.post('/api/auth/two-factor/enable', {})
    expect(rejected).toMatchObject({ status: 403, body: { error: { code: 'account.confirm-again' } } })
  })

  it('requires a session', async () => {
    expect((await visitor().post('/api/auth/oidc/link', {})).status).toBe(401)
  })
})
