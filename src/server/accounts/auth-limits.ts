/**
 * Rate limits per IP address, beside those per account in passwords/password-attempts.ts; high enough for a class or an
 * office behind one address.
 */
import type { Db } from '#server/platform/db/database.ts'
import { hashedKey, takeFromRateLimit } from '#server/platform/rate-limit.ts'

/** Set by the server on every request, replacing what the client sends under this name. */
export const CLIENT_IP_HEADER = 'x-readback-client-address'

/** How long the second factor is locked after five consecutive wrong codes. */
export const FACTOR_LOCK_SECONDS = 15 * 60

/** How long a sign-in may wait for its second factor. */
export const CHALLENGE_SECONDS = 10 * 60

const MINUTE_SECONDS = 60

/** Better Auth's counters; its own storage would keep the addresses. A key is an address and a path. */
export const hashedCounters = ({ db, appSecret }: { db: Db; appSecret: string }) => ({
  async consume(key: string, { window: windowSeconds, max: limit }: { window: number; max: number }) {
    const rateLimit = { key: hashedKey(appSecret, 'account request', key), limit, windowSeconds }
    const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit)
    return { allowed, retryAfter: allowed ? null : retryAfterSeconds }
  },
})

/** For Better Auth: `window` in seconds, `max` requests in it. */
export function authLimits(factor: number) {
  const perMinute = (max: number) => ({ window: MINUTE_SECONDS, max: max * factor })
  return {
    ...perMinute(100),
    customRules: {
      '/sign-up/start': perMinute(30),
      '/sign-in/email': perMinute(30),
      '/sign-in/send-code': perMinute(10),
      '/sign-in/verify-code': perMinute(60),
      '/sign-up/verify': perMinute(60),
      '/sign-up/resend': perMinute(10),
      '/password/request-reset': perMinute(10),
      '/password/reset': perMinute(30),
      '/two-factor/*': perMinute(30),
      '/sign-in/social': perMinute(30),
      '/link-social': perMinute(30),
      '/callback/*': perMinute(60),
      '/sign-out': perMinute(60),
      '/oauth2/register': perMinute(10),
      '/oauth2/authorize': perMinute(60),
      '/oauth2/token': perMinute(60),
      '/oauth2/revoke': perMinute(60),
      // Called on every page view: writing a counter would cost more than the request.
      '/get-session': false,
    } as const,
  }
}
