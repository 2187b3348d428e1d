import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { takeTurn } from '#server/limits/take-turn.ts'

/** A code is right for three steps of thirty seconds, its own and the ones beside it. */
const GOOD_FOR_SECONDS = 120

const Code = z.object({ code: z.string() })

/**
 * Before a session begins by the six digits of an authenticator app: whoever has seen somebody type them comes too late
 * (RFC 6238, 5.2: one code, one success). The code that completes the enrolment is used by that too. Of several at once
 * one gets in.
 */
export async function refuseUsedCode(db: Db, userId: string, request: { path?: string; body?: unknown } | null, now = new Date()) {
  if (request?.path !== '/two-factor/verify-totp') return
  const { code } = Code.parse(request.body)
  const turn = await takeTurn(db, { key: `factor-code ${userId} ${code}`, most: 1, windowSeconds: GOOD_FOR_SECONDS }, now)
  if (!turn.allowed) throw new APIError('BAD_REQUEST', { code: 'account.factor-code-used' })
}
