import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { SignIn } from '#shared/account.ts'
import { errorMessage } from '#shared/errors.ts'
import { signIn } from '#web/auth-client.ts'
import { Failure } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'

type SignInFormProps = { onEntered: () => Promise<unknown>; onVerify: (email: string) => void }

export function SignInForm({ onEntered, onVerify }: SignInFormProps) {
  const form = useCredentialsForm({ email: '', password: '' }, SignIn, async ({ email, password }) => {
    try {
      await signIn(email, password)
    } catch (error) {
      if (!(error instanceof Failure)) return errorMessage('server.unexpected')
      if (error.code === 'account.not-verified') return onVerify(email)
      return error.status === 429 ? errorMessage('request.too-many') : errorMessage('account.sign-in-failed')
    }
    await onEntered()
  })

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Email" type="email" autoComplete="email" data-autofocus {...form.field('email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
