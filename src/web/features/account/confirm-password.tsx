/** The password typed once more before something weighty. Whoever has none, only an outside issuer, leaves it out. */
import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { z } from 'zod'
import type { MyAccount } from '#shared/account.ts'
import { t } from '#web/languages/t.ts'
import { failureWords } from '#web/request.ts'
import type { Failure } from '#web/request.ts'

export const hasPassword = ({ identities }: MyAccount['user']) => identities.some(({ provider }) => provider === 'email')

/** Parses the typed password; undefined for a `user` without one. */
export const confirmation = (user: MyAccount['user']) =>
  hasPassword(user) ? z.string().min(1, 'Type your password.') : z.string().transform(() => undefined)

type ConfirmPasswordProps = PasswordInputProps & { user: MyAccount['user'] }

export function ConfirmPassword({ user, label = t('Your password'), ...field }: ConfirmPasswordProps) {
  if (!hasPassword(user)) return null
  return <PasswordInput label={label} autoComplete="current-password" {...field} />
}

/** A wrong password is told at its field, everything else below the form. */
export function confirmationWords(error: Failure, field = 'password') {
  if (error.code === 'account.password-wrong') return { field, words: error.words }
  return failureWords(error, 'server.unexpected')
}
