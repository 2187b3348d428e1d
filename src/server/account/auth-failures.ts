/** Better Auth's refusals in the product's words (SPEC section 8). */
import type { ErrorCode } from '#shared/errors.ts'

const originCodes = ['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN', 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED']

/** What a refusal at `path` (below /api/auth) is called here; `code` is the library's own word, if it gave one. */
export function authFailure(path: string, status: number, code: string | undefined): ErrorCode {
  if (status === 429) return 'request.too-many'
  if (code && originCodes.includes(code)) return 'request.origin'
  if (path === '/email-otp/send-verification-otp') return 'account.resend-failed'
  if (path === '/sign-up/email') return 'account.sign-up-failed'
  if (status >= 500) return 'server.unexpected'
  if (code === 'EMAIL_NOT_VERIFIED') return 'account.not-verified'
  if (path === '/sign-in/email') return 'account.sign-in-failed'
  // Wrong, used up, expired: one answer, so that guessing learns nothing.
  if (path === '/email-otp/verify-email') return 'account.code-wrong'
  return status === 404 ? 'request.not-found' : 'account.sign-in-required'
}
