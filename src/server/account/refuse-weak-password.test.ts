import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

function refusal(password: string) {
  try {
    refuseWeakPassword(password, 'ada.lovelace@example.org')
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
  ])('known from breaches is refused: %s', (password) => expect(refusal(password)).toBe('account.password-known'))

  it.each([
    'zzzzzzzzz',
    'xyxyxyxyxy',
    'hijklmnop',
    '43210987',
    'ada.lovelace',
    'ada.lovelace1',
    'example.org!',
    'Readback2026',
  ])('that is one thing over again, a run or the own name is refused: %s', (password) =>
    expect(refusal(password)).toBe('account.password-trivial'),
  )

  it.each([
    'a-long-enough-password',
    'correct horse battery staple',
    'gT7#vq!2Lp',
    'ein-ganz-langes-wort',
    'パスワードではない',
  ])('of its own is taken: %s', (password) => expect(refusal(password)).toBeNull())
})
