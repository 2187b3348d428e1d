/** A new password typed twice, and where a refused one is told. */
import { z } from 'zod'
import { Password } from '#shared/account.ts'
import { errorMessage } from '#shared/errors.ts'
import type { Failure } from '#web/request.ts'

export const newPasswordFields = { newPassword: '', confirmPassword: '' }

export const NewPassword = z.object({ newPassword: Password, confirmPassword: z.string() })

/** For `.refine(...passwordsMatch)`. */
export const passwordsMatch: [
  (form: { newPassword: string; confirmPassword: string }) => boolean,
  { path: string[]; message: string },
] = [
  (form) => form.newPassword === form.confirmPassword,
  { path: ['confirmPassword'], message: errorMessage('account.passwords-differ') },
]

/** A password refused for what it is comes with its reason. */
export const isWeakPassword = ({ code }: Failure) =>
  ['account.password-known', 'account.password-trivial', 'account.password-too-short'].includes(code)
