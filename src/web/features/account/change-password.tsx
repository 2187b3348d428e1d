import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { changePassword } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { sessionsQuery } from '#web/queries/account.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { passwordSchema, ConfirmPassword, passwordError, hasPassword } from './confirm-password.tsx'
import { isWeakPassword, NewPassword, newPasswordFields, passwordsMatch } from '#web/features/sign-in/new-password.ts'
import { useCredentialsForm } from '#web/features/sign-in/use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

export function ChangePassword({ user }: { user: MyAccount['user'] }) {
  const { attempt, refresh } = useSession()
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState(false)
  const schema = NewPassword.extend({ currentPassword: passwordSchema(user) }).refine(...passwordsMatch)
  const fields = useFields({ currentPassword: '', ...newPasswordFields })
  const form = useCredentialsForm(fields, schema, async ({ currentPassword, newPassword }) => {
    setChanged(false)
    const { error } = await attempt(() => changePassword({ currentPassword, newPassword }))
    if (error && isWeakPassword(error)) return { field: 'newPassword', message: error.words }
    if (error) return passwordError(error, 'currentPassword')
    fields.setValues({ currentPassword: '', ...newPasswordFields })
    setChanged(true)
    await refresh('USER_UPDATED')
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  })
  const submitLabel = hasPassword(user) ? t('account.changePassword') : t('account.setPassword')
  return (
    <AccountSection title={t('signIn.password')} hint={t('account.passwordHint')}>
      <form onSubmit={form.onSubmit} noValidate aria-label={submitLabel}>
        <Stack gap="sm" align="flex-start">
          <ConfirmPassword
            user={user}
            label={t('account.currentPassword')}
            w="100%"
            {...form.field('currentPassword')}
          />
          <PasswordField
            label={t('account.newPassword')}
            // The error repeats the hint.
            description={form.field('newPassword').error ? undefined : t('signIn.passwordHint')}
            autoComplete="new-password"
            w="100%"
            {...form.field('newPassword')}
          />
          <PasswordField
            label={t('account.confirmNewPassword')}
            autoComplete="new-password"
            w="100%"
            {...form.field('confirmPassword')}
          />
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          {changed && <Notice>{t('account.passwordChanged')}</Notice>}
          <Button type="submit" variant="default" loading={form.busy}>
            {submitLabel}
          </Button>
        </Stack>
      </form>
    </AccountSection>
  )
}
