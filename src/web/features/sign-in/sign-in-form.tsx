import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { SignIn } from '#shared/account.ts'
import { signIn } from '#web/api/auth-client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session.ts'
import type { Failure } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import type { FormFields } from './use-credentials-form.ts'

export type Credentials = { email: string; password: string; confirmPassword: string }

type SignInFormProps = {
  fields: FormFields<Credentials>
  onSignedIn: () => Promise<unknown>
  onVerify: (email: string) => void
  onChallenged: () => void
  onForgotPassword: () => void
}

export function SignInForm({ fields, onSignedIn, onVerify, onChallenged, onForgotPassword }: SignInFormProps) {
  const { attempt } = useSession()
  const form = useCredentialsForm(fields, SignIn, async ({ email, password }) => {
    const { data, error } = await attempt(() => signIn(email, password))
    if (error?.code === 'account.not-verified') return onVerify(email)
    if (error) return signInError(error)
    if (data.challenged) onChallenged()
    else await onSignedIn()
  })

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
        <PasswordInput label={t('signIn.password')} autoComplete="current-password" {...form.field('password')} />
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

function signInError({ status, code }: Failure): string {
  if (code === 'account.suspended') return errorText(code)
  if (status === 429) return errorText('request.too-many')
  // The server did not check the password.
  if (status === 0 || status >= 500) return errorText('server.unexpected')
  return errorText('account.sign-in-failed')
}
