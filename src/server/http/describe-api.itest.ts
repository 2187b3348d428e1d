import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import {
  requestReset,
  resend,
  resetPassword,
  resetTokenFor,
  sendSignInCode,
  signIn,
  signUp,
  verify,
  verifySignInCode,
  waitForNewCode,
} from '#test/auth-requests.ts'
import { codeOf, nextCodeOf } from '#test/authenticator.ts'
import { type Client, createClient } from '#test/client.ts'
import { createProgram, decide } from '#test/oauth-program.ts'
import { type Issuer, startIssuer } from '#test/oidc-issuer.ts'
import { type Conformance, readConformance } from '#test/openapi-conformance.ts'

let app: TestApp
let issuer: Issuer

beforeAll(async () => {
  issuer = await startIssuer()
  const { url, clientId, clientSecret } = issuer
  app = await openTestApp({ oidc: { issuer: url, clientId, clientSecret, name: 'Example Login' } })
})

afterAll(async () => {
  await app?.close()
  await issuer?.close()
})

it('the OpenAPI document describes API keys and the scope of each route', async () => {
  const { body } = await app.visitor.get('/api/openapi.json')
  expect(body.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(body.paths['/api/crawls'].post.security).toEqual([{ session: [] }, { key: ['crawl'] }])
  expect(body.paths['/api/chats/{id}/messages'].post.security).toEqual([{ session: [] }, { key: ['ask'] }])
  expect(body.paths['/api/keys'].post.security).toEqual([{ session: [] }])
  expect(body.paths['/api/instance'].get.security).toEqual([])
  expect(body.paths['/api/crawls'].post.requestBody.content['application/json'].schema).toMatchObject({
    type: 'object',
  })
})

it('the OpenAPI document asks for no session where the request signs in [describe-api-3]', async () => {
  const { paths } = (await app.visitor.get('/api/openapi.json')).body
  for (const path of ['sign-in/email', 'two-factor/verify-totp', 'two-factor/verify-backup-code'])
    expect({ path, security: paths[`/api/auth/${path}`].post.security }).toEqual({ path, security: [] })
  expect(paths['/api/auth/two-factor/disable'].post.security).toEqual([{ session: [] }])
})

it('the API page explains how to use a key', async () => {
  const { status, body } = await app.visitor.get('/api/docs')
  expect(status).toBe(200)
  expect(body).toContain('Authorization: Bearer rb_YOUR_KEY')
  expect(body).toContain('href="/connect"')
  expect(body).toMatch(/<code>\/api\/answers<\/code><\/td>\s*<td>[^<]*<\/td>\s*<td><code>ask<\/code>/)
})

it('every documented success of sign-in and account routes is what the server answers [describe-api-1]', async () => {
  const conformance = await readConformance(app.visitor)
  const email = 'documented@example.org'
  const person = await verifiedAccount(conformance, email)
  await useFactors(conformance, person, email)
  await useSessions(conformance, person, email)
  await linkAndUnlinkIdentity(person)
  const { kept, provider } = createProgram()
  await auth(provider, { serverUrl: `${app.origin}/mcp` })
  await decide(person, kept.opened, true)
  const address = await changePasswordAndEmail(conformance, person, email)
  expect((await person.get('/api/account/export')).body.account.email).toBe(address)
  const { password } = PASSWORDS.reset
  expect((await person.post('/api/account/delete', { password })).status).toBe(204)
  expect(conformance.missingSuccesses('/api/auth/', '/api/account/')).toEqual([])
})

const PASSWORDS = { changed: { password: 'a-changed-password' }, reset: { password: 'a-password-set-by-mail' } }
const newBrowser = (conformance: Conformance) => conformance.of(createClient(app.origin))
const factor = (client: Client, step: string, form: object) => client.post(`/api/auth/two-factor/${step}`, form)

async function verifiedAccount(conformance: Conformance, email: string) {
  const person = newBrowser(conformance)
  await signUp(person, email)
  const first = await codeFor(app.config.dataDir, email)
  await resend(person, email)
  const code = await waitForNewCode(app.config.dataDir, email, first)
  expect((await verify(person, email, code)).status).toBe(200)
  expect((await person.get('/api/auth/get-session')).body.user.email).toBe(email)
  return person
}

async function useFactors(conformance: Conformance, person: Client, email: string) {
  const { secret } = (await factor(person, 'enable', { password: PASSWORD })).body
  expect((await factor(person, 'verify-totp', { code: codeOf(secret) })).status).toBe(200)
  const { backupCodes } = (await factor(person, 'generate-backup-codes', { password: PASSWORD })).body
  const other = newBrowser(conformance)
  expect((await signIn(other, email)).body).toEqual({ twoFactorRedirect: true })
  expect((await factor(other, 'verify-backup-code', { code: backupCodes[0] })).status).toBe(200)
  expect((await other.post('/api/auth/sign-out')).status).toBe(200)
  expect((await other.get('/api/auth/get-session')).body).toBeNull()
  await signIn(other, email)
  expect((await factor(other, 'verify-totp', { code: nextCodeOf(secret) })).status).toBe(200)
  expect((await factor(person, 'disable', { password: PASSWORD })).status).toBe(200)
}

async function useSessions(conformance: Conformance, person: Client, email: string) {
  const other = newBrowser(conformance)
  const codeOfSignUp = await codeFor(app.config.dataDir, email)
  await sendSignInCode(other, email)
  const code = await waitForNewCode(app.config.dataDir, email, codeOfSignUp)
  expect((await verifySignInCode(other, email, code)).status).toBe(200)
  expect((await signIn(other, email)).status).toBe(200)
  expect((await person.put('/api/account/language', { language: 'de' })).status).toBe(204)
  const { sessions } = (await person.get('/api/account/sessions')).body
  const { id } = sessions.find(({ current }: { current: boolean }) => !current)
  expect((await person.delete(`/api/account/sessions/${id}`)).status).toBe(204)
  expect((await person.delete('/api/account/sessions')).status).toBe(204)
}

async function linkAndUnlinkIdentity(person: Client) {
  issuer.person = { sub: 'documented', email: 'documented@example.com', email_verified: true, name: 'A Person' }
  for (const step of ['link', 'start']) {
    const { url } = (await person.post(`/api/auth/oidc/${step}`, { returnTo: '/account' })).body
    const atIssuer = await fetch(url, { redirect: 'manual' })
    const back = new URL(atIssuer.headers.get('location') ?? '')
    const { status, headers } = await person.get(back.pathname + back.search)
    expect({ step, status, location: headers.get('location') }).toEqual({
      step,
      status: 302,
      location: `${app.origin}/account`,
    })
  }
  const { identities } = (await person.get('/api/me')).body.user
  const { id } = identities.find(({ provider }: { provider: string }) => provider === 'oidc')
  expect((await person.delete(`/api/account/identities/${id}`)).status).toBe(204)
}

/** Returns the new address. */
async function changePasswordAndEmail(conformance: Conformance, person: Client, email: string) {
  const { changed, reset } = PASSWORDS
  const change = { currentPassword: PASSWORD, newPassword: changed.password }
  expect((await person.post('/api/account/password', change)).status).toBe(204)
  const address = 'another-address@example.org'
  expect((await person.post('/api/account/email', { email: address, ...changed })).status).toBe(204)
  const otp = await codeFor(app.config.dataDir, address)
  expect((await person.post('/api/account/email/verify', { email: address, otp })).body).toEqual({ email: address })
  const visitor = newBrowser(conformance)
  await requestReset(visitor, address)
  const token = await resetTokenFor(app.config.dataDir, address)
  expect((await visitor.post('/api/auth/reset-password/check', { token })).body).toEqual({ valid: true })
  expect((await resetPassword(visitor, token, reset.password)).status).toBe(200)
  expect((await signIn(person, email, reset.password)).status).toBe(401)
  expect((await signIn(person, address, reset.password)).status).toBe(200)
  return address
}
