import type { WorkdriveConfiguration } from './read-configuration.ts'

type Options = {
  /** The provider returns it with the code. */
  state: string
  /** The hash of the code verifier that `requestTokens` sends. */
  codeChallenge: string
}

/** The address of the provider's consent page. */
export function authorizationUrl(configuration: WorkdriveConfiguration, { state, codeChallenge }: Options): string {
  const { accountsBase, clientId, redirectUri, scope } = configuration
  const url = new URL(`${accountsBase}/oauth/v2/auth`)
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    // The provider returns a refresh token only for offline access with a new consent.
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }).toString()
  return url.href
}
