import { describe, expect, it } from 'vitest'
import { SignUp, VerificationCode } from './account.ts'

const form = { email: 'ada@example.org', password: 'a-long-enough-one', confirmPassword: 'a-long-enough-one' }
const wordsOf = (input: unknown) => SignUp.safeParse(input).error?.issues.map((issue) => issue.message) ?? []

describe('the sign-up form', () => {
  it('takes an address, a password and the same password again', () => {
    expect(wordsOf(form)).toEqual([])
  })

  it.each([
    [{ ...form, email: 'ada' }, 'Invalid email address'],
    [{ ...form, password: '1234567', confirmPassword: '1234567' }, 'Password must be at least 8 characters'],
    [{ ...form, confirmPassword: 'another-one' }, "Passwords don't match"],
  ])('refuses %j', (input, words) => {
    expect(wordsOf(input)).toEqual([words])
  })

  it('needs an address and a password', () => {
    expect(wordsOf({})).not.toEqual([])
  })
})

describe('the verification code', () => {
  it('may be pasted with spaces and dashes', () => {
    expect(VerificationCode.parse(' 123-45 67\n')).toBe('1234567')
  })

  it.each(['123456', '12345678', 'abcdefg', ''])('has seven digits, and %j has not', (typed) => {
    expect(VerificationCode.safeParse(typed).error?.issues[0]?.message).toBe('Verification code must be 7 digits')
  })
})
