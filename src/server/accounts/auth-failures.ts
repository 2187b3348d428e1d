/** Translates errors between Better Auth and this product. */
import { APIError } from 'better-auth/api'
import { AppError, type ErrorCode, isErrorCode } from '#shared/errors.ts'

const originCodes = ['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN', 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED']

/** Better Auth's codes for passwords and the second factor. */
const twoFactorCodes: Record<string, ErrorCode> = {
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
 * The error code for a failed request to Better Auth. `path` is Better Auth's own path below /api/auth; `code` is its
 * error code, or one of ours.
 */
export function authFailure(path: string, status: number, code: string | undefined): ErrorCode {
  if (isErrorCode(code)) return code
  const twoFactorCode = code && path.startsWith('/two-factor/') && twoFactorCodes[code]
  if (twoFactorCode) return twoFactorCode
  // Another browser used the recovery code first.
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

/** Runs `action` inside a Better Auth endpoint: an AppError becomes an APIError with the same code and values. */
export async function withApiErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof AppError) throw new APIError('BAD_REQUEST', { code: error.code, values: error.values })
    throw error
  }
}
