/** Additions to Better Auth's two-factor plugin. */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { withApiErrors } from './auth-failures.ts'
import { reauthenticate } from './reauthenticate.ts'

const CHANGE_PATHS = ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']
const ChangeBody = z.object({ password: z.string().optional() })

/** Requires `reauthenticate` for changes. Better Auth asks accounts without a password for nothing. */
export function confirmSecondFactorChanges(db: Db): BetterAuthPlugin {
  return {
    id: 'confirm-second-factor-changes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => CHANGE_PATHS.includes(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const current = await getSessionFromCtx(ctx)
            if (!current) throw new APIError('UNAUTHORIZED')
            const { password } = ChangeBody.parse(ctx.body)
            const session = { userId: current.user.id, sessionId: current.session.id }
            await withApiErrors(() => reauthenticate(db, session, password))
          }),
        },
      ],
    },
  }
}

/** A code is accepted in its own 30-second step and the two beside it; this is longer. */
const REUSE_WINDOW_SECONDS = 120

const TotpBody = z.object({ code: z.string() })

/**
 * Rejects a TOTP code that was already used (RFC 6238, section 5.2), also the one that completed the enrolment. Of
 * several concurrent requests with one code, one succeeds. Called before every new session.
 */
export async function rejectReusedCode(
  db: Db,
  userId: string,
  request: { path?: string; body?: unknown } | null,
  now = new Date(),
) {
  if (request?.path !== '/two-factor/verify-totp') return
  const { code } = TotpBody.parse(request.body)
  const rateLimit = { key: `factor-code ${userId} ${code}`, limit: 1, windowSeconds: REUSE_WINDOW_SECONDS }
  const { allowed } = await takeFromRateLimit(db, rateLimit, now)
  if (!allowed) throw new APIError('BAD_REQUEST', { code: 'account.factor-code-used' })
}
