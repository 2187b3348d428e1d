import { Button, Stack } from '@mantine/core'
import { resetPassword } from '#web/api/auth-client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { isWeakPassword, NewPassword, newPasswordFields, passwordsMatch } from './new-password.ts'
import { useCredentialsForm } from './use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

type ResetFormProps = { token: string; onDone: () => Promise<unknown>; onExpired: () => void }

const Reset = NewPassword.refine(...passwordsMatch)

/** Sets a new password with the token of a reset link. */
export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const { attempt } = useSession()
  const form = useCredentialsForm(useFields(newPasswordFields), Reset, async ({ newPassword }) => {
    const { error } = await attempt(() => resetPassword(token, newPassword))
    if (!error) return void (await onDone())
    if (error.code === 'account.reset-link-invalid') return onExpired()
    if (isWeakPassword(error)) return { field: 'newPassword', message: error.words }
    return errorText(error.status === 429 ? 'request.too-many' : 'server.unexpected')
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <PasswordField
          label={t('account.newPassword')}
          // The error says it, too.
          description={form.field('newPassword').error ? undefined : t('signIn.passwordHint')}
          autoComplete="new-password"
          autoFocus
          {...form.field('newPassword')}
        />
        <PasswordField
          label={t('account.confirmNewPassword')}
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" size="md" loading={form.busy} mt="xs">
          {t('signIn.setNewPassword')}
        </Button>
      </Stack>
    </form>
  )
}
