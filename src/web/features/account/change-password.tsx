import { Button, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { changePassword } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import { sessionsQuery } from '#web/queries/account.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { confirmation, ConfirmPassword, confirmationWords, hasPassword } from './confirm-password.tsx'
import { isWeakPassword, NewPassword, newPasswordFields, passwordsMatch } from './new-password.ts'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

export function ChangePassword({ user }: { user: MyAccount['user'] }) {
  const { attempt, refresh } = useSession()
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState(false)
  const schema = NewPassword.extend({ currentPassword: confirmation(user) }).refine(...passwordsMatch)
  const fields = useFields({ currentPassword: '', ...newPasswordFields })
  const form = useCredentialsForm(fields, schema, async ({ currentPassword, newPassword }) => {
    setChanged(false)
    const { error } = await attempt(() => changePassword({ currentPassword, newPassword }))
    if (error && isWeakPassword(error)) return { field: 'newPassword', words: error.words }
    if (error) return confirmationWords(error, 'currentPassword')
    fields.setValues({ currentPassword: '', ...newPasswordFields })
    setChanged(true)
    await refresh('USER_UPDATED')
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  })
  const set = hasPassword(user) ? t('Change password') : t('Set password')
  return (
    <AccountSection title={t('Password')} hint={t('A new one ends every other session.')}>
      <form onSubmit={form.onSubmit} noValidate aria-label={set}>
        <Stack gap="sm" align="flex-start">
          <ConfirmPassword user={user} label={t('Current password')} w="100%" {...form.field('currentPassword')} />
          <PasswordInput
            label={t('New password')}
            description={t('At least 8 characters')}
            autoComplete="new-password"
            w="100%"
            {...form.field('newPassword')}
          />
          <PasswordInput
            label={t('Confirm new password')}
            autoComplete="new-password"
            w="100%"
            {...form.field('confirmPassword')}
          />
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          {changed && <Notice>{t('Your password is changed, and every other session has ended.')}</Notice>}
          <Button type="submit" variant="default" loading={form.busy}>
            {set}
          </Button>
        </Stack>
      </form>
    </AccountSection>
  )
}
