import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { SignUp } from '#shared/account.ts'
import { errorMessage } from '#shared/errors.ts'
import { signUp } from '#web/auth-client.ts'
import { Failure } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'

type SignUpFormProps = { onVerify: (email: string) => void }

export function SignUpForm({ onVerify }: SignUpFormProps) {
  const initial = { email: '', password: '', confirmPassword: '' }
  const form = useCredentialsForm(initial, SignUp, async ({ email, password }) => {
    try {
      await signUp(email, password)
    } catch (error) {
      return signUpWords(error)
    }
    onVerify(email)
  })

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Email" type="email" autoComplete="email" data-autofocus {...form.field('email')} />
        <PasswordInput
          label="Password"
          description="At least 8 characters"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordInput label="Confirm password" autoComplete="new-password" {...form.field('confirmPassword')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          Create account
        </Button>
      </Stack>
    </form>
  )
}

/** A refused password comes with its reason; everything else reads as the catalogue has it. */
function signUpWords(error: unknown): string {
  if (error instanceof Failure) {
    if (error.status === 429) return errorMessage('request.too-many')
    if (error.code.startsWith('PASSWORD') && error.message) return error.message
  }
  return errorMessage('account.sign-up-failed')
}
