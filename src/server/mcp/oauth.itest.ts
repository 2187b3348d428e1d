/** MCP programs that sign in with OAuth, played by the official SDK's client. */
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { connectMcp } from '#test/mcp-client.ts'

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await openTestApp()
  person = await app.signUp()
})
afterAll(() => app?.close())

const REDIRECT = 'http://127.0.0.1:33418/callback'

/** A program that registers itself and opens the address of the sign-in in `opened`. */
function createProgram() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; opened?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'Harbour Desk',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.opened = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider }
}

/** The person opens the address, as a browser would, and decides. */
async function decide(opened: URL | undefined, accept: boolean) {
  const { body } = await person.get(`${opened?.pathname}${opened?.search}`)
  const screen = new URL(body.url)
  expect(screen.pathname).toBe('/authorize')
  const program = await person.get(`/api/auth/oauth2/public-client?client_id=${screen.searchParams.get('client_id')}`)
  expect(program.body).toMatchObject({ client_name: 'Harbour Desk' })
  const decision = await person.post('/api/auth/oauth2/consent', { accept, oauth_query: screen.search.slice(1) })
  expect(decision.status).toBe(200)
  return new URL(decision.body.url).searchParams
}

async function signIn() {
  const { kept, provider } = createProgram()
  const serverUrl = `${app.origin}/mcp`
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
  const returned = await decide(kept.opened, true)
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
  const returned = await decide(denied.kept.opened, false)
  expect(returned.get('error')).toBe('access_denied')
  expect(returned.get('code')).toBeNull()

  const { kept, provider } = createProgram()
  await auth(provider, { serverUrl })
  const code = (await decide(kept.opened, true)).get('code') ?? ''
  const exchange = (code_verifier: string) =>
    fetch(`${app.origin}/api/auth/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier,
        client_id: kept.client?.client_id ?? '',
        redirect_uri: REDIRECT,
        resource: serverUrl,
      }),
    })
  const verifier = kept.verifier ?? ''
  expect((await exchange(`x${verifier.slice(1)}`)).ok).toBe(false)
  const [first, second] = [await exchange(verifier), await exchange(verifier)]
  // A wrong verifier spends the code as well.
  expect([first.ok, second.ok]).toEqual([false, false])
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
