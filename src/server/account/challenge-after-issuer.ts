/**
 * A second factor is asked for after an outside issuer too. The library asks after the password alone; this leaves
 * behind what it leaves there, so that its own endpoints take the answer.
 */
import { randomBytes } from 'node:crypto'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth'
import { CHALLENGE_SECONDS } from './auth-limits.ts'

/** The browser arrives at `/?second_factor=asked`. */
export function challengeAfterIssuer(appUrl: string): BetterAuthPlugin {
  return {
    id: 'challenge-after-issuer',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/callback/:id',
          handler: createAuthMiddleware(async (ctx) => {
            const entered = ctx.context.newSession
            if (!entered?.user['twoFactorEnabled']) return
            deleteSessionCookie(ctx, true)
            await ctx.context.internalAdapter.deleteSession(entered.session.token)
            ctx.context.setNewSession(null)

            const cookie = ctx.context.createAuthCookie('two_factor', { maxAge: CHALLENGE_SECONDS })
            const identifier = `2fa-${randomBytes(15).toString('base64url')}`
            const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000)
            const challenge = { value: entered.user.id, identifier, expiresAt }
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
