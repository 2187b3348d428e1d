/**
 * How often one address may knock: enough for a class or an office behind one. The counters live in the database:
 * they survive a restart and hold across processes.
 */

/** The server writes the caller's address here itself and drops whatever a client sends under this name. */
export const CLIENT_ADDRESS_HEADER = 'x-readback-client-address'

/** After ten wrong codes in a row the second factor of an account takes none for so long. */
export const FACTOR_LOCK_SECONDS = 15 * 60

/** How long a sign-in waits for its second factor. */
export const CHALLENGE_SECONDS = 10 * 60

const MINUTE = 60

/** For Better Auth: `window` in seconds, `max` requests in it. */
export function authLimits(factor: number) {
  const perMinute = (max: number) => ({ window: MINUTE, max: max * factor })
  return {
    ...perMinute(100),
    customRules: {
      '/sign-up/start': perMinute(30),
      '/sign-in/email': perMinute(30),
      '/sign-up/verify': perMinute(60),
      '/sign-up/resend': perMinute(10),
      '/password/request-reset': perMinute(10),
      '/password/reset': perMinute(30),
      '/two-factor/*': perMinute(30),
      '/sign-in/social': perMinute(30),
      '/link-social': perMinute(30),
      '/callback/*': perMinute(60),
      '/sign-out': perMinute(60),
      // Asked on every page; a counter written each time would cost more than the answer.
      '/get-session': false,
    } as const,
  }
}
