/**
 * Single sign-on through an OpenID Connect provider: authorization code with PKCE, state and nonce; ID tokens are
 * verified with the provider's keys. Only an address that the provider has verified creates or finds an account.
 */
import { randomBytes } from 'node:crypto'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { BetterAuthPlugin } from 'better-auth'
import { isVisible } from '#shared/visible-text.ts'
import type { OidcConfig } from '#server/platform/config.ts'
import { CHALLENGE_SECONDS } from './auth-limits.ts'

export const SSO_PROVIDER_ID = 'oidc'

/** True for the requests that need the OpenID Connect provider. */
export const isSsoRequest = ({ url }: Request) =>
  ['/sign-in/social', '/link-social', '/callback/'].some((path) => new URL(url).pathname.startsWith(`/api/auth${path}`))

export function ssoPlugin({ issuer, clientId, clientSecret, name }: OidcConfig) {
  return genericOAuth({
    config: [
      {
        providerId: SSO_PROVIDER_ID,
        name,
        clientId,
        clientSecret,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          // A missing claim counts as not verified.
          emailVerified: profile['email_verified'] === true,
          name: nameIn(profile.name, profile['preferred_username'], profile.email?.split('@')[0]),
        }),
      },
    ],
  })
}

/** The first claim that shows something. */
const nameIn = (...claims: unknown[]) =>
  claims.flatMap((claim) => (typeof claim === 'string' ? claim : [])).find(isVisible) ?? ''

/** Better Auth's settings for linking provider identities to existing accounts. */
export const accountLinking = {
  accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: true, requireLocalEmailVerified: true },
}

/** The provider's tokens are not needed after the sign-in, so they are not stored. */
export async function withoutTokens<Account extends object>(account: Account) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

/** Better Auth creates users only on single sign-on; `finishSignUp` inserts its own. */
export async function requireVerifiedEmail(user: { emailVerified: boolean }) {
  if (!user.emailVerified)
    throw new APIError('FORBIDDEN', { code: 'email_not_verified', message: 'The address is not verified.' })
}

/**
 * Asks for the second factor after single sign-on too. Better Auth asks only after the password; this plugin ends the
 * new session and creates the same challenge, so that Better Auth's own endpoints verify the code. The browser arrives
 * at `/?second_factor=asked`.
 */
export function ssoSecondFactor(appUrl: string): BetterAuthPlugin {
  return {
    id: 'sso-second-factor',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/callback/:id',
          handler: createAuthMiddleware(async (ctx) => {
            const created = ctx.context.newSession
            if (!created?.user['twoFactorEnabled']) return
            deleteSessionCookie(ctx, true)
            await ctx.context.internalAdapter.deleteSession(created.session.token)
            ctx.context.setNewSession(null)

            const cookie = ctx.context.createAuthCookie('two_factor', { maxAge: CHALLENGE_SECONDS })
            const identifier = `2fa-${randomBytes(15).toString('base64url')}`
            const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000)
            const challenge = { value: created.user.id, identifier, expiresAt }
            await ctx.context.internalAdapter.createVerificationValue(challenge)
            const attempts = { value: '0', identifier: `2fa-attempts-${identifier}`, expiresAt }
            await ctx.context.internalAdapter.createVerificationValue(attempts)
            await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes)
            throw ctx.redirect(`${appUrl}/?second_factor=asked`)
          }),
        },
      ],
    },
  }
}
