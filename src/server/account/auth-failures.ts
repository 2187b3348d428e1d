/** Better Auth's refusals in the product's words (SPEC section 8). */
import { type ErrorCode, isErrorCode } from '#shared/errors.ts'

const originCodes = ['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN', 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED']

/** The library's words about passwords and the second factor. */
const ownWords: Record<string, ErrorCode> = {
  INVALID_PASSWORD: 'account.password-wrong',
  INVALID_CODE: 'account.factor-code-wrong',
  INVALID_BACKUP_CODE: 'account.factor-code-wrong',
  INVALID_TWO_FACTOR_COOKIE: 'account.factor-challenge-over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'account.factor-challenge-over',
  ACCOUNT_TEMPORARILY_LOCKED: 'account.factor-locked',
  TOTP_ALREADY_ENABLED: 'account.factor-present',
  TOTP_NOT_ENABLED: 'account.factor-missing',
  TWO_FACTOR_NOT_ENABLED: 'account.factor-missing',
  BACKUP_CODES_NOT_ENABLED: 'account.factor-missing',
}

/**
 * What a refusal at `path` (below /api/auth, the library's own name for it) is called here; `code` is the library's
 * word, or ours, if one was given.
 */
export function authFailure(path: string, status: number, code: string | undefined): ErrorCode {
  if (isErrorCode(code)) return code
  const own = code && path.startsWith('/two-factor/') && ownWords[code]
  if (own) return own
  // Of two browsers with one recovery code, the later.
  if (status === 409 && path.startsWith('/two-factor/')) return 'account.factor-code-wrong'
  if (status === 429) return 'request.too-many'
  if (code && originCodes.includes(code)) return 'request.origin'
  if (path === '/sign-up/resend') return 'account.resend-failed'
  if (path === '/sign-up/start') return 'account.sign-up-failed'
  if (status >= 500) return 'server.unexpected'
  if (code === 'EMAIL_NOT_VERIFIED') return 'account.not-verified'
  if (path === '/sign-in/email') return 'account.sign-in-failed'
  return status === 404 ? 'request.not-found' : 'account.sign-in-required'
}
