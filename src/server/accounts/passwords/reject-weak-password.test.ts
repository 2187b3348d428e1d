import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { rejectWeakPassword } from './reject-weak-password.ts'

function rejectionOf(password: string) {
  try {
    rejectWeakPassword(password, 'ada.lovelace@example.org')
    return null
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

describe('a password', () => {
  it.each([
    '12345678',
    'password',
    'PassWord',
    'iloveyou',
    'qwertyuiop',
    'password1',
    'Password1!',
    'sunshine2024',
    'trustno1',
    '!dragon77',
  ])('is rejected when known from breaches: %s', (password) =>
    expect(rejectionOf(password)).toBe('account.password-known'),
  )

  it.each([
    'zzzzzzzzz',
    'xyxyxyxyxy',
    'hijklmnop',
    '43210987',
    'ada.lovelace',
    'ada.lovelace1',
    'example.org!',
    'Readback2026',
  ])('is rejected as a repetition, a run or the person’s address: %s', (password) =>
    expect(rejectionOf(password)).toBe('account.password-trivial'),
  )

  it.each([
    'a-long-enough-password',
    'correct horse battery staple',
    'gT7#vq!2Lp',
    'ein-ganz-langes-wort',
    'パスワードではない',
  ])('is accepted: %s', (password) => expect(rejectionOf(password)).toBeNull())
})
