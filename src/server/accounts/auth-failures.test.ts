import { expect, it } from 'vitest'
import { errorMessage } from '#shared/errors.ts'
import { authFailure } from './auth-failures.ts'

it.each([
  ['/sign-in/email', 401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'],
  ['/sign-in/email', 403, 'EMAIL_NOT_VERIFIED', 'Your email address isn’t verified yet. We’ve sent you a new code.'],
  ['/sign-up/start', 422, 'FAILED_TO_CREATE_USER', 'Failed to create account. Please try again.'],
  ['/sign-up/verify', 400, 'account.code-wrong', 'Invalid verification code. Please try again.'],
  ['/sign-up/resend', 500, undefined, 'Failed to resend verification code. Please try again.'],
  ['/two-factor/verify-totp', 401, 'INVALID_CODE', 'Invalid code. Please try again.'],
  ['/two-factor/verify-totp', 401, 'INVALID_TWO_FACTOR_COOKIE', 'This sign-in has expired. Please sign in again.'],
  ['/two-factor/verify-backup-code', 409, undefined, 'Invalid code. Please try again.'],
  ['/two-factor/enable', 400, 'account.password-wrong', 'Incorrect password.'],
  ['/sign-in/email', 429, undefined, 'Too many requests. Please wait a moment and try again.'],
  ['/sign-out', 403, 'INVALID_ORIGIN', 'This request came from another site and was blocked.'],
  ['/sign-in/email', 500, undefined, 'Something went wrong on our side. Please try again.'],
])('at %s, %i %s gets the message of the specification', (path, status, code, words) => {
  expect(errorMessage(authFailure(path, status, code))).toBe(words)
})
