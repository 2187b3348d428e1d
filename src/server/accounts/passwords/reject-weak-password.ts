import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#shared/errors.ts'

/** About 49,000 passwords from known breaches, in lower case (docs/decisions/008-better-auth.md). */
const knownPasswords = new Set(dictionary['passwords-common'])
const sequences = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiopasdfghjklzxcvbnm']
const PRODUCT_NAME = 'readback'

/**
 * Throws AppError 'account.password-known' for passwords from known breaches, and 'account.password-trivial' for a
 * repeated piece, a run of a known sequence, the user's address and the product's name.
 */
export function rejectWeakPassword(password: string, email: string) {
  const typed = password.toLowerCase()
  // Password1! is only "password" with the digit and symbol that many sites require.
  const core = typed.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (knownPasswords.has(typed) || (core.length >= 4 && typed.length - core.length <= 4 && knownPasswords.has(core))) {
    throw new AppError('account.password-known')
  }
  if (isRepetitionOrRun(typed) || isOwnName(core, email)) throw new AppError('account.password-trivial')
}

function isRepetitionOrRun(typed: string) {
  const isRepeated = /^(.{1,4})\1+$/.test(typed)
  const isRun = sequences.some((sequence) =>
    [sequence, [...sequence].toReversed().join('')].some((run) => (run + run).includes(typed)),
  )
  return isRepeated || isRun
}

function isOwnName(core: string, email: string) {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  return [name, domain, `${name}@${domain}`, PRODUCT_NAME].includes(core)
}
