import { Button, Stack, TextInput } from '@mantine/core'
import { SignUp } from '#shared/account.ts'
import { signUp } from '#web/api/auth-client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { isWeakPassword } from './new-password.ts'
import type { Credentials } from './sign-in-form.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import type { FormFields } from '#web/ui/hooks/use-fields.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

type SignUpFormProps = { fields: FormFields<Credentials>; onVerify: (email: string) => void }

export function SignUpForm({ fields, onVerify }: SignUpFormProps) {
  const { attempt } = useSession()
  const form = useCredentialsForm(fields, SignUp, async ({ email, password }) => {
    const { error } = await attempt(() => signUp(email, password))
    if (!error) return onVerify(email)
    if (isWeakPassword(error)) return { field: 'password', message: error.words }
    if (error.code === 'account.too-many-mails') return error.words
    return errorText(error.status === 429 ? 'request.too-many' : 'account.sign-up-failed')
  })

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label={t('common.email')} type="email" autoComplete="email" autoFocus {...form.field('email')} />
        <PasswordField
          label={t('signIn.password')}
          // The error says it, too.
          description={form.field('password').error ? undefined : t('signIn.passwordHint')}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordField
          label={t('signIn.confirmPassword')}
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('signIn.createAccount')}
        </Button>
      </Stack>
    </form>
  )
}
