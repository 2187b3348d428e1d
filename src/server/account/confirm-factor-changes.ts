/**
 * Who changes the second factor confirms who they are, as with everything that cannot be taken back: by the password,
 * or without one by a sign-in of the last ten minutes. The library alone would let the latter pass unasked.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { confirmOwner } from './confirm-owner.ts'
import { inWords } from './sign-up-plugin.ts'

const CHANGES = ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']
const Confirmation = z.object({ password: z.string().optional() })

export function confirmFactorChanges(db: Db): BetterAuthPlugin {
  return {
    id: 'confirm-factor-changes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => CHANGES.includes(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const open = await getSessionFromCtx(ctx)
            if (!open) throw new APIError('UNAUTHORIZED')
            const { password } = Confirmation.parse(ctx.body)
            await inWords(() => confirmOwner(db, { userId: open.user.id, sessionId: open.session.id }, password))
          }),
        },
      ],
    },
  }
}
