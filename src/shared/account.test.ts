import { describe, expect, it } from 'vitest'
import { SignUp, VerificationCode } from './account.ts'

const form = { email: 'ada@example.org', password: 'a-long-enough-one', confirmPassword: 'a-long-enough-one' }
const errorsOf = (input: unknown) => SignUp.safeParse(input).error?.issues.map((issue) => issue.message) ?? []

describe('the sign-up form', () => {
  it('accepts an email address and the same password twice', () => {
    expect(errorsOf(form)).toEqual([])
  })

  it.each([
    [{ ...form, email: 'ada' }, 'account.invalid-email'],
    [{ ...form, password: '1234567', confirmPassword: '1234567' }, 'account.password-too-short'],
    [{ ...form, confirmPassword: 'another-one' }, 'account.passwords-differ'],
  ])('rejects %j [account-1]', (input, code) => {
    expect(errorsOf(input)).toEqual([code])
  })

  it('requires an email address and a password [account-3]', () => {
    expect(errorsOf({})).not.toEqual([])
  })
})

describe('the verification code', () => {
  it('accepts spaces and dashes', () => {
    expect(VerificationCode.parse(' 123-45 67\n')).toBe('1234567')
  })

  it.each(['123456', '12345678', 'abcdefg', ''])('must have seven digits, which %j does not [account-2]', (typed) => {
    expect(VerificationCode.safeParse(typed).error?.issues[0]?.message).toBe('account.code-length')
  })
})
