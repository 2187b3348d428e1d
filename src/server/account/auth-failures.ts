/** Better Auth's refusals in the product's words (SPEC section 8). */
import { type ErrorCode, isErrorCode } from '#shared/errors.ts'

const originCodes = ['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN', 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED']

/** What a refusal at `path` (below /api/auth) is called here; `code` is the library's own word, or ours, if one was given. */
export function authFailure(path: string, status: number, code: string | undefined): ErrorCode {
  if (isErrorCode(code)) return code
  if (status === 429) return 'request.too-many'
  if (code && originCodes.includes(code)) return 'request.origin'
  if (path === '/sign-up/resend') return 'account.resend-failed'
  if (path === '/sign-up/start') return 'account.sign-up-failed'
  if (status >= 500) return 'server.unexpected'
  if (code === 'EMAIL_NOT_VERIFIED') return 'account.not-verified'
  if (path === '/sign-in/email') return 'account.sign-in-failed'
  return status === 404 ? 'request.not-found' : 'account.sign-in-required'
}
