import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { SignIn } from '#shared/account.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import type { FormFields } from '#web/ui/hooks/use-fields.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

export type Credentials = { email: string; password: string; confirmPassword: string }

type SignInFormProps = {
  fields: FormFields<Credentials>
  /** Resolves to the error text if sign-in failed. */
  onSignIn: (email: string, password: string) => Promise<string | undefined>
  onForgotPassword: () => void
}

export function SignInForm({ fields, onSignIn, onForgotPassword }: SignInFormProps) {
  const form = useCredentialsForm(fields, SignIn, ({ email, password }) => onSignIn(email, password))

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('common.email')}
          type="email"
          autoComplete="email"
          autoFocus
          data-autofocus
          {...form.field('email')}
        />
        <PasswordField label={t('signIn.password')} autoComplete="current-password" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('common.signIn')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgotPassword}>
          {t('signIn.forgotPassword')}
        </Anchor>
      </Stack>
    </form>
  )
}
