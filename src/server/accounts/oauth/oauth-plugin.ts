/**
 * Sign-in of MCP programs with OAuth 2.1: the authorization server of docs/decisions/034-api-keys-and-mcp.md. Programs
 * register themselves, are public and must use PKCE. Their tokens are for this server's /mcp alone.
 */
import { oauthProvider } from '@better-auth/oauth-provider'
import { ACCESS_TOKEN_PREFIX, mcpAddress, oauthScopes } from './access-tokens.ts'

const HOUR_SECONDS = 60 * 60
/** A program that was not used for so long must ask again. */
const REFRESH_TOKEN_SECONDS = 30 * 24 * HOUR_SECONDS

export function oauthPlugin(appUrl: string) {
  const resource = mcpAddress(appUrl)
  return oauthProvider({
    loginPage: `${appUrl}/authorize`,
    consentPage: `${appUrl}/authorize`,
    scopes: oauthScopes,
    resources: [{ identifier: resource, name: 'MCP' }],
    grantTypes: ['authorization_code', 'refresh_token'],
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    clientRegistrationDefaultScopes: oauthScopes,
    clientRegistrationDefaultResources: [resource],
    clientRegistrationRequirePKCE: true,
    accessTokenExpiresIn: HOUR_SECONDS,
    refreshTokenExpiresIn: REFRESH_TOKEN_SECONDS,
    // Opaque tokens are looked up, so revoking one takes effect immediately.
    disableJwtPlugin: true,
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX },
    // Programs register themselves, and unused ones are removed; no user edits them.
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
  })
}
