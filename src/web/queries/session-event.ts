/** What happens to a session, by the names of SPEC section 4. */
import type { MyAccount } from '#shared/account.ts'

export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

/** Null for a visitor, undefined before the first look-up has returned. */
export type KnownSession = MyAccount | null | undefined

/** What two look-ups in a row say has happened in between; null when nothing has. */
export function sessionEvent(before: KnownSession, after: MyAccount | null): SessionEvent | null {
  if (before === undefined) return 'INITIAL_SESSION'
  if (!after) return before ? 'SIGNED_OUT' : null
  if (before?.user.id !== after.user.id) return 'SIGNED_IN'
  if (JSON.stringify(before.user) !== JSON.stringify(after.user)) return 'USER_UPDATED'
  return after.expiresAt > before.expiresAt ? 'TOKEN_REFRESHED' : null
}

/** SPEC section 9. */
const MARGIN_MS = 5 * 60_000
const AT_LEAST_MS = 60_000
/** Nothing is lost by asking each hour, and a session ended elsewhere is noticed. */
const AT_MOST_MS = 60 * 60_000

/** Milliseconds until the session is asked for again, which extends it: five minutes before it expires at the latest. */
export function refreshAfterMs(expiresAt: string, now: number): number {
  const left = Date.parse(expiresAt) - MARGIN_MS - now
  return Math.min(AT_MOST_MS, Math.max(AT_LEAST_MS, left))
}
