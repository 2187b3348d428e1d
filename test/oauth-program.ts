/** A program that signs in with OAuth, with the official MCP SDK. */
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Client } from './client.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'

/** A program that registers itself and opens the address of the sign-in in `opened`. */
export function createProgram() {
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

/** The person opens the address and decides. Returns what the program receives. */
export async function decide(person: Client, opened: URL | undefined, accept: boolean) {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  // A navigation is redirected instead.
  const answer = await fetch(opened ?? '', { headers: { cookie } })
  const screen = new URL((await answer.json()).url)
  const program = await person.get(`/api/auth/oauth2/public-client?client_id=${screen.searchParams.get('client_id')}`)
  if (screen.pathname !== '/authorize' || program.body.client_name !== 'Harbour Desk')
    throw new Error(`Not asked for the program: ${screen.href} ${JSON.stringify(program.body)}`)
  const decision = await person.post('/api/auth/oauth2/consent', { accept, oauth_query: screen.search.slice(1) })
  if (decision.status !== 200) throw new Error(`The decision failed: ${JSON.stringify(decision.body)}`)
  return new URL(decision.body.url).searchParams
}
