import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { SignIn } from '#shared/account.ts'
import { signIn } from '#web/auth-client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import type { Failure } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import type { HeldFields } from './use-credentials-form.ts'

export type Credentials = { email: string; password: string; confirmPassword: string }

type SignInFormProps = {
  fields: HeldFields<Credentials>
  onEntered: () => Promise<unknown>
  onVerify: (email: string) => void
  onChallenged: () => void
  onForgotten: () => void
}

export function SignInForm({ fields, onEntered, onVerify, onChallenged, onForgotten }: SignInFormProps) {
  const { attempt } = useSession()
  const form = useCredentialsForm(fields, SignIn, async ({ email, password }) => {
    const { data, error } = await attempt(() => signIn(email, password))
    if (error?.code === 'account.not-verified') return onVerify(email)
    if (error) return signInWords(error)
    if (data.challenged) onChallenged()
    else await onEntered()
  })

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label={t('Email')} type="email" autoComplete="email" autoFocus data-autofocus {...form.field('email')} />
        <PasswordInput label={t('Password')} autoComplete="current-password" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('Sign in')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgotten}>
          {t('Forgot password?')}
        </Anchor>
      </Stack>
    </form>
  )
}

function signInWords({ status, code }: Failure): string {
  if (code === 'account.suspended') return errorWords(code)
  if (status === 429) return errorWords('request.too-many')
  // Nothing was said about the password.
  if (status === 0 || status >= 500) return errorWords('server.unexpected')
  return errorWords('account.sign-in-failed')
}
