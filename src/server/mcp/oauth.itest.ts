/** MCP programs that sign in with OAuth, played by the official SDK's client. */
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeUnusedPrograms } from '#server/accounts/oauth/programs.ts'
import { startDailyWork } from '#server/jobs/daily-work.ts'
import { oauthAccessTokens, oauthClients } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { connectMcp } from '#test/mcp-client.ts'
import { createProgram, decide, REDIRECT } from '#test/oauth-program.ts'

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await openTestApp()
  person = await app.signUp()
})
afterAll(() => app?.close())

async function signIn() {
  const { kept, provider } = createProgram()
  const serverUrl = `${app.origin}/mcp`
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
  const returned = await decide(person, kept.opened, true)
  expect(await auth(provider, { serverUrl, authorizationCode: returned.get('code') ?? '' })).toBe('AUTHORIZED')
  return { kept, provider, serverUrl, token: kept.tokens?.access_token ?? '' }
}

it('signs in a program that registers itself, with PKCE and consent [mcp-oauth-1]', async () => {
  const { kept, token, provider, serverUrl } = await signIn()
  const mcp = await connectMcp(serverUrl, { Authorization: `Bearer ${token}` })
  expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(10)
  expect((await mcp.call('list_crawls')).isError).toBeFalsy()

  expect(kept.tokens?.refresh_token).toBeTruthy()
  expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED')
  expect(kept.tokens?.access_token).not.toBe(token)
  await connectMcp(serverUrl, { Authorization: `Bearer ${kept.tokens?.access_token}` })
})

it('accepts an access token at /mcp alone, and until it is revoked [mcp-oauth-2]', async () => {
  const { kept, token } = await signIn()
  const bearer = { Authorization: `Bearer ${token}` }
  expect((await fetch(`${app.origin}/api/crawls`, { headers: bearer })).status).toBe(401)

  const client_id = kept.client?.client_id ?? ''
  const form = new URLSearchParams({ token, client_id, token_type_hint: 'access_token' })
  expect((await fetch(`${app.origin}/api/auth/oauth2/revoke`, { method: 'POST', body: form })).status).toBe(200)
  await expect(connectMcp(`${app.origin}/mcp`, bearer)).rejects.toThrow()
})

it('gives no token to a program that was denied, that has another verifier, or that uses a code twice [mcp-oauth-3]', async () => {
  const denied = createProgram()
  const serverUrl = `${app.origin}/mcp`
  await auth(denied.provider, { serverUrl })
  const returned = await decide(person, denied.kept.opened, false)
  expect(returned.get('error')).toBe('access_denied')
  expect(returned.get('code')).toBeNull()

  /** Whether each exchange of one code gives a token. */
  const exchanges = async (changes: Record<string, string>[]) => {
    const { kept, provider } = createProgram()
    await auth(provider, { serverUrl })
    const code = (await decide(person, kept.opened, true)).get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: kept.verifier ?? '',
      client_id: kept.client?.client_id ?? '',
      redirect_uri: REDIRECT,
      resource: serverUrl,
    }
    const given: boolean[] = []
    for (const change of changes) {
      const body = new URLSearchParams({ ...form, ...change })
      given.push((await fetch(`${app.origin}/api/auth/oauth2/token`, { method: 'POST', body })).ok)
    }
    return given
  }
  expect(await exchanges([{}, {}])).toEqual([true, false])
  // A wrong verifier spends the code as well.
  expect(await exchanges([{ code_verifier: 'x'.repeat(43) }, {}])).toEqual([false, false])
  expect(await exchanges([{ redirect_uri: 'http://127.0.0.1:33418/other' }])).toEqual([false])
})

it('says where programs sign in when a request has no key [mcp-oauth-4]', async () => {
  const refused = await fetch(`${app.origin}/mcp`, { method: 'POST' })
  expect(refused.status).toBe(401)
  const address = /resource_metadata="([^"]+)"/.exec(refused.headers.get('WWW-Authenticate') ?? '')?.[1] ?? ''
  const resource = await (await fetch(address)).json()
  expect(resource).toMatchObject({
    resource: `${app.origin}/mcp`,
    scopes_supported: ['read', 'ask', 'crawl', 'offline_access'],
  })
  const [issuer] = resource.authorization_servers
  const metadata = await (await fetch(`${app.origin}/.well-known/oauth-authorization-server/api/auth`)).json()
  expect(metadata).toMatchObject({
    issuer,
    registration_endpoint: `${issuer}/oauth2/register`,
    code_challenge_methods_supported: ['S256'],
  })
})

it('answers 400 in the shape of OAuth to a NUL character and to a parameter that is repeated [mcp-oauth-12]', async () => {
  const oauth2 = `${app.origin}/api/auth/oauth2`
  const form = (body: string, authorization = '') => ({
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
  })
  const registration = (client_name: string) => ({
    method: 'POST',
    body: JSON.stringify({ client_name, redirect_uris: [REDIRECT] }),
    headers: { 'content-type': 'application/json' },
  })
  const NUL = 'The request contains a NUL character'
  const requests: [string, RequestInit, string][] = [
    ['authorize?response_type=code&client_id=%00', {}, NUL],
    ['revoke', form('token=x&client_id=%00'), NUL],
    ['revoke', form('token=x', `Basic ${Buffer.from('\0:x').toString('base64')}`), NUL],
    ['register', registration('A\0'), NUL],
    [
      'token',
      form('grant_type=refresh_token&refresh_token=a&refresh_token=b&client_id=x'),
      'refresh_token must not be repeated',
    ],
    ['token', form('grant_type=refresh_token&grant_type=x&client_id=x'), 'grant_type must not be repeated'],
  ]
  for (const [path, init, error_description] of requests) {
    const answer = await fetch(`${oauth2}/${path}`, init)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      400,
      { error: 'invalid_request', error_description },
    ])
  }
  expect((await fetch(`${oauth2}/register`, registration('Half \ud83d'))).status).toBe(201)
})

it('lists the programs of a user, who can revoke one [mcp-oauth-5]', async () => {
  const owner = await app.signUp()
  const { kept, provider } = createProgram()
  const serverUrl = `${app.origin}/mcp`
  await auth(provider, { serverUrl })
  const code = (await decide(owner, kept.opened, true)).get('code') ?? ''
  await auth(provider, { serverUrl, authorizationCode: code })
  const { programs } = (await owner.get('/api/programs')).body
  const id = kept.client?.client_id
  expect(programs).toMatchObject([{ id, name: 'Harbour Desk', scopes: ['read', 'ask', 'crawl'] }])

  expect((await owner.get('/api/account/export')).body.programs).toEqual(programs)

  const other = await app.signUp()
  expect((await other.get('/api/programs')).body).toEqual({ programs: [] })
  expect((await other.delete(`/api/programs/${id}`)).status).toBe(404)
  expect((await owner.delete(`/api/programs/${id}`)).status).toBe(204)
  expect((await owner.get('/api/programs')).body).toEqual({ programs: [] })
  const bearer = { Authorization: `Bearer ${kept.tokens?.access_token}` }
  await expect(connectMcp(serverUrl, bearer)).rejects.toThrow(/key\.unknown/)
  // Nor can it refresh.
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
})

it('removes programs without a consent after a day [mcp-oauth-6]', async () => {
  const { db } = app.services
  const { kept, provider } = createProgram()
  await auth(provider, { serverUrl: `${app.origin}/mcp` })
  const clients = () => db.select({ id: oauthClients.clientId }).from(oauthClients)
  const before = await clients()
  expect(before).toContainEqual({ id: kept.client?.client_id })
  await removeUnusedPrograms(db)
  expect(await clients()).toEqual(before)
  await db.update(oauthClients).set({ createdAt: sql`now() - interval '25 hours'` })
  await auth(createProgram().provider, { serverUrl: `${app.origin}/mcp` })
  expect(await clients(), 'a registration removes no others').toHaveLength(before.length + 1)
  await startDailyWork(app.services)()
  expect(await clients()).not.toContainEqual({ id: kept.client?.client_id })
})

it('registers at most ten programs a minute for one network address [mcp-oauth-11]', async () => {
  const strict = await openTestApp({}, { authLimitFactor: 1 })
  try {
    const body = JSON.stringify({ client_name: 'A program', redirect_uris: ['http://127.0.0.1/'] })
    const register = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      return (await fetch(`${strict.origin}/api/auth/oauth2/register`, { method: 'POST', headers, body })).status
    }
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push(await register('203.0.113.1'))
    expect(statuses).toEqual([...Array(10).fill(201), 429])
    expect(await register('203.0.113.2')).toBe(201)
  } finally {
    await strict.close()
  }
})

it('registers programs of the web and of a computer, and refuses addresses that could run a script [mcp-oauth-9]', async () => {
  const register = async (...redirect_uris: string[]) => {
    const body = JSON.stringify({ client_name: 'A program', redirect_uris })
    const headers = { 'content-type': 'application/json', origin: 'https://inspector.example' }
    return fetch(`${app.origin}/api/auth/oauth2/register`, { method: 'POST', headers, body })
  }
  const web = await register('https://claude.example/api/mcp/auth_callback')
  expect([web.status, web.headers.get('access-control-allow-origin')]).toEqual([201, '*'])
  expect(await web.json()).toMatchObject({ application_type: 'web', token_endpoint_auth_method: 'none' })
  const editor = await register('https://editor.example/redirect', 'http://localhost:33418/', 'http://127.0.0.1/')
  expect(await editor.json()).toMatchObject({
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
  })
  for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/callback', '/relative'])
    expect({ uri, status: (await register(uri)).status }).toEqual({ uri, status: 400 })
})

it('signs in a program that names no resource, and points it to the sign-in once its token has expired [mcp-oauth-10]', async () => {
  const { kept, provider } = createProgram()
  const serverUrl = `${app.origin}/mcp`
  await auth(provider, { serverUrl })
  kept.opened?.searchParams.delete('resource')
  const code = (await decide(person, kept.opened, true)).get('code') ?? ''
  const answer = await fetch(`${app.origin}/api/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: kept.verifier ?? '',
      client_id: kept.client?.client_id ?? '',
      redirect_uri: REDIRECT,
    }),
  })
  const { access_token } = await answer.json()
  const bearer = { Authorization: `Bearer ${access_token}` }
  await connectMcp(serverUrl, bearer)
  await app.services.db.update(oauthAccessTokens).set({ expiresAt: new Date(Date.now() - 1000) })
  const late = await fetch(serverUrl, { method: 'POST', headers: bearer })
  expect(late.status).toBe(401)
  expect(late.headers.get('WWW-Authenticate')).toMatch(/error="invalid_token", resource_metadata="http/)
})
