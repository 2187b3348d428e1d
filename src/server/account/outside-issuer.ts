/**
 * Entering through an outside issuer (OpenID Connect): authorisation code with PKCE, state and nonce; ID tokens are
 * verified against the issuer's keys. Only an address that the issuer calls verified makes or finds an account.
 */
import { APIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { OidcConfig } from '#server/config.ts'

export const ISSUER_ID = 'oidc'

export function outsideIssuer({ issuer, clientId, clientSecret, name }: OidcConfig) {
  return genericOAuth({
    config: [
      {
        providerId: ISSUER_ID,
        name,
        clientId,
        clientSecret,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          // An issuer that says nothing about it has not verified the address.
          emailVerified: profile['email_verified'] === true,
          name: String(profile.name || profile['preferred_username'] || profile.email?.split('@')[0] || ''),
        }),
      },
    ],
  })
}

/** For the library's account settings: what is linked, and that the issuer's tokens are not kept. */
export const linking = {
  accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: true, requireLocalEmailVerified: true },
}

/** The product asks the issuer who somebody is and nothing later, so its tokens are not stored. */
export async function withoutTokens<Account extends object>(account: Account) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

/** An account is made for a verified address only; `finishSignUp` makes its own. */
export async function refuseUnverified(user: { emailVerified: boolean }) {
  if (!user.emailVerified)
    throw new APIError('FORBIDDEN', { code: 'email_not_verified', message: 'The address is not verified.' })
}
