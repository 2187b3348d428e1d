import { z } from 'zod'
import { Password } from '#shared/account.ts'
import { invalid } from '#shared/errors.ts'
import type { Failure } from '#web/api/request.ts'

export const newPasswordFields = { newPassword: '', confirmPassword: '' }

export const NewPassword = z.object({ newPassword: Password, confirmPassword: z.string() })

/** Arguments for `.refine`. */
export const passwordsMatch: [
  (form: { newPassword: string; confirmPassword: string }) => boolean,
  { path: string[]; message: string },
] = [
  (form) => form.newPassword === form.confirmPassword,
  { path: ['confirmPassword'], message: invalid('account.passwords-differ') },
]

/** Whether the server rejected the password itself; the failure's text says why. */
export const isWeakPassword = ({ code }: Failure) =>
  ['account.password-known', 'account.password-trivial', 'account.password-too-short'].includes(code)
