/**
 * Passwords that anybody would try first: those of the well-known breaches (docs/decisions/012), one character or one
 * short piece over and over, a run of the alphabet or the digits, and the person's own address.
 */
import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#shared/errors.ts'

/** About 49,000, in lower case, the most used first. */
const known = new Set(dictionary['passwords-common'])
const runs = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiopasdfghjklzxcvbnm']
const PRODUCT = 'readback'

/** Throws 'account.password-known' or 'account.password-trivial'. */
export function refuseWeakPassword(password: string, email: string) {
  const typed = password.toLowerCase()
  // Password1! is password with what the forms of other sites insist on.
  const bare = typed.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (known.has(typed) || (bare.length >= 4 && typed.length - bare.length <= 4 && known.has(bare))) {
    throw new AppError('account.password-known')
  }
  if (isOneThing(typed) || isOwnName(bare, email)) throw new AppError('account.password-trivial')
}

function isOneThing(typed: string) {
  const isRepeated = /^(.{1,4})\1+$/.test(typed)
  const isRun = runs.some((run) => [run, [...run].toReversed().join('')].some((row) => (row + row).includes(typed)))
  return isRepeated || isRun
}

function isOwnName(bare: string, email: string) {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  return [name, domain, `${name}@${domain}`, PRODUCT].includes(bare)
}
