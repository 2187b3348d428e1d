/** The current password, confirmed before a sensitive change. Omitted for users who only sign in through SSO. */
import { invalid } from '#shared/errors.ts'
import type { PasswordInputProps } from '@mantine/core'
import { z } from 'zod'
import type { MyAccount } from '#shared/account.ts'
import { t } from '#web/messages/t.ts'
import { failureText } from '#web/api/request.ts'
import type { Failure } from '#web/api/request.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

export const hasPassword = ({ identities }: MyAccount['user']) =>
  identities.some(({ provider }) => provider === 'email')

/** Requires the password; parses to undefined for a user without one. */
export const passwordSchema = (user: MyAccount['user']) =>
  hasPassword(user) ? z.string().min(1, invalid('account.password-required')) : z.string().transform(() => undefined)

type ConfirmPasswordProps = PasswordInputProps & { user: MyAccount['user'] }

export function ConfirmPassword({ user, label = t('account.yourPassword'), ...field }: ConfirmPasswordProps) {
  if (!hasPassword(user)) return null
  return <PasswordField label={label} autoComplete="current-password" {...field} />
}

/** A wrong password is an error of its field; every other error belongs to the form. */
export function passwordError(error: Failure, field = 'password') {
  if (error.code === 'account.password-wrong') return { field, message: error.words }
  return failureText(error, 'server.unexpected')
}
