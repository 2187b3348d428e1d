import type { WorkdriveConfiguration } from './read-configuration.ts'

type Asked = {
  /** Comes back with the code. */
  state: string
  /** The hash of what `askTokens` proves itself with. */
  codeChallenge: string
}

/** Where an administrator consents. */
export function authorisationUrl(configuration: WorkdriveConfiguration, { state, codeChallenge }: Asked): string {
  const { accountsBase, clientId, redirectUri, scope } = configuration
  const url = new URL(`${accountsBase}/oauth/v2/auth`)
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    // A refresh token comes only for offline access, and only when consent is asked for again.
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }).toString()
  return url.href
}
