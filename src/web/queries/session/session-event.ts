/** Session events (specification, section 4). */
import type { MyAccount } from '#shared/account.ts'

export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

/** Null for a visitor, undefined before the first request has returned. */
export type KnownSession = MyAccount | null | undefined

/** The event between two consecutive session states; null for none. */
export function sessionEvent(before: KnownSession, after: MyAccount | null): SessionEvent | null {
  if (before === undefined) return 'INITIAL_SESSION'
  if (!after) return before ? 'SIGNED_OUT' : null
  if (before?.user.id !== after.user.id) return 'SIGNED_IN'
  if (JSON.stringify(before.user) !== JSON.stringify(after.user)) return 'USER_UPDATED'
  return after.expiresAt > before.expiresAt ? 'TOKEN_REFRESHED' : null
}

/** Specification, section 9. */
const MARGIN_MS = 5 * 60_000
const AT_LEAST_MS = 60_000
/** Refreshing hourly is cheap, and notices a session that ended elsewhere. */
const AT_MOST_MS = 60 * 60_000

/** Milliseconds until the next refresh, which extends the session: at the latest five minutes before it expires. */
export function refreshAfterMs(expiresAt: string, now: number): number {
  const left = Date.parse(expiresAt) - MARGIN_MS - now
  return Math.min(AT_MOST_MS, Math.max(AT_LEAST_MS, left))
}
