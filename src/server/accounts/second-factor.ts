/** Additions to Better Auth's two-factor plugin. */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { twoFactors } from '#server/platform/db/schema/index.ts'
import { hasRoomInRateLimit, takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { withApiErrors } from './auth-failures.ts'
import { reauthenticate } from './reauthenticate.ts'

const CHANGE_PATHS = ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']
const ChangeBody = z.object({ password: z.string().optional() })

const TOTP_PATH = '/two-factor/verify-totp'
const VERIFY_PATHS = [TOTP_PATH, '/two-factor/verify-backup-code']
const CodeBody = z.object({ code: z.string() })

/** The part of Better Auth's request context that finds the user of a sign-in that waits for its second factor. */
type ChallengeContext = {
  body?: unknown
  context: {
    secret: string
    createAuthCookie(name: string): { name: string }
    internalAdapter: { findVerificationValue(identifier: string): Promise<{ value: string } | null> }
  }
  getSignedCookie(name: string, secret: string): Promise<string | false | null | undefined>
}

/** Guards changes of the second factor with `reauthenticate`, and its codes against guessing and reuse. */
export function secondFactorGuard(db: Db): BetterAuthPlugin {
  const isChange = ({ path }: { path?: string }) => CHANGE_PATHS.includes(path ?? '')
  const isVerification = ({ path }: { path?: string }) => VERIFY_PATHS.includes(path ?? '')
  return {
    id: 'second-factor-guard',
    hooks: {
      before: [
        { matcher: isChange, handler: reauthenticateHandler(db) },
        { matcher: isVerification, handler: rejectCodeHandler(db) },
      ],
      after: [{ matcher: isVerification, handler: reportLockHandler(db) }],
    },
  }
}

/** Better Auth asks accounts without a password for nothing. */
function reauthenticateHandler(db: Db) {
  return createAuthMiddleware(async (ctx) => {
    const current = await getSessionFromCtx(ctx)
    if (!current) throw new APIError('UNAUTHORIZED')
    const { password } = ChangeBody.parse(ctx.body)
    const session = { userId: current.user.id, sessionId: current.session.id }
    await withApiErrors(() => reauthenticate(db, session, password))
  })
}

function rejectCodeHandler(db: Db) {
  return createAuthMiddleware(async (ctx) => {
    const userId = await findChallengedUser(ctx)
    if (!userId) return
    await withApiErrors(async () => {
      await rejectWhileLocked(db, userId)
      // Before the challenge is consumed, so that the user can send the next code.
      if (ctx.path === TOTP_PATH) await rejectKnownCode(db, userId, CodeBody.parse(ctx.body).code)
    })
  })
}

/** The wrong code that locked the second factor is answered with the lock. */
function reportLockHandler(db: Db) {
  return createAuthMiddleware(async (ctx) => {
    const isRejected = ctx.context.returned instanceof APIError
    const userId = isRejected ? await findChallengedUser(ctx) : undefined
    if (userId) await withApiErrors(() => rejectWhileLocked(db, userId))
  })
}

/** Undefined without a sign-in that waits for its second factor. */
async function findChallengedUser(ctx: ChallengeContext): Promise<string | undefined> {
  const { secret, createAuthCookie, internalAdapter } = ctx.context
  const identifier = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
  return identifier ? (await internalAdapter.findVerificationValue(identifier))?.value : undefined
}

/** Throws AppError 'account.factor-locked'. */
async function rejectWhileLocked(db: Db, userId: string, now = Date.now()) {
  const [row] = await db
    .select({ lockedUntil: twoFactors.lockedUntil })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
  const remainingMs = (row?.lockedUntil?.getTime() ?? 0) - now
  if (remainingMs <= 0) return
  const retryAfterSeconds = Math.ceil(remainingMs / 1000)
  throw new AppError('account.factor-locked', { minutes: Math.ceil(remainingMs / 60_000), retryAfterSeconds })
}

/** A code is accepted in its own 30-second step and the two beside it; this is longer. */
const REUSE_WINDOW_SECONDS = 120

const usesOf = (userId: string, code: string) => ({
  key: `factor-code ${userId} ${code}`,
  limit: 1,
  windowSeconds: REUSE_WINDOW_SECONDS,
})

/** Throws AppError 'account.factor-code-used'. */
async function rejectKnownCode(db: Db, userId: string, code: string) {
  if (!(await hasRoomInRateLimit(db, usesOf(userId, code)))) throw new AppError('account.factor-code-used')
}

/**
 * Rejects a TOTP code that was already used (RFC 6238, section 5.2), also the one that completed the enrollment. Of
 * several concurrent requests with one code, one succeeds. Called before every new session.
 */
export async function rejectReusedCode(
  db: Db,
  userId: string,
  request: { path?: string; body?: unknown } | null,
  now = new Date(),
) {
  if (request?.path !== TOTP_PATH) return
  const { code } = CodeBody.parse(request.body)
  const { allowed } = await takeFromRateLimit(db, usesOf(userId, code), now)
  if (!allowed) throw new APIError('BAD_REQUEST', { code: 'account.factor-code-used' })
}
