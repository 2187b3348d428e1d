import type { WorkdriveConfiguration } from './read-configuration.ts'

/** Where an administrator consents. `state` comes back with the code. */
export function authorisationUrl(configuration: WorkdriveConfiguration, state: string): string {
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
  }).toString()
  return url.href
}
