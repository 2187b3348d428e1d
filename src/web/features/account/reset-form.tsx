import { Button, PasswordInput, Stack } from '@mantine/core'
import { resetPassword } from '#web/auth-client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { isWeakPassword, NewPassword, newPasswordFields, passwordsMatch } from './new-password.ts'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

type ResetFormProps = { token: string; onDone: () => Promise<unknown>; onExpired: () => void }

const Reset = NewPassword.refine(...passwordsMatch)

/** The new password for whoever holds the link of the mail. */
export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const { attempt } = useSession()
  const form = useCredentialsForm(useFields(newPasswordFields), Reset, async ({ newPassword }) => {
    const { error } = await attempt(() => resetPassword(token, newPassword))
    if (!error) return void (await onDone())
    if (error.code === 'account.reset-link-invalid') return onExpired()
    if (isWeakPassword(error)) return { field: 'newPassword', words: error.words }
    return errorWords(error.status === 429 ? 'request.too-many' : 'server.unexpected')
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <PasswordInput
          label={t('New password')}
          description={t('At least 8 characters')}
          autoComplete="new-password"
          autoFocus
          {...form.field('newPassword')}
        />
        <PasswordInput label={t('Confirm new password')} autoComplete="new-password" {...form.field('confirmPassword')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" size="md" loading={form.busy} mt="xs">
          {t('Set new password')}
        </Button>
      </Stack>
    </form>
  )
}
