import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { VerificationCode } from '#shared/account.ts'
import { sendSignInCode, verifySignInCode } from '#web/api/auth-client.ts'
import { failureText } from '#web/api/request.ts'
import { rich, t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from './code-field.tsx'
import { OutboxHint } from './outbox-hint.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

type PausedFormProps = {
  /** Why sign-in is paused and for how long. */
  reason: string
  email: string
  password: string
  /** Resolves to the error text if the password is wrong. */
  onSignIn: (email: string, password: string) => Promise<string | undefined>
}

/** After too many wrong passwords: a mailed code lets this browser try a password immediately. */
export function PausedForm({ reason, email, ...rest }: PausedFormProps) {
  const { attempt } = useSession()
  const [state, setState] = useState<'unsent' | 'sending' | 'sent'>('unsent')
  const [failure, setFailure] = useState('')

  async function send() {
    setState('sending')
    setFailure('')
    const { error } = await attempt(() => sendSignInCode(email))
    setState(error ? 'unsent' : 'sent')
    if (error) setFailure(failureText(error, 'account.resend-failed'))
  }

  if (state === 'sent') return <CodeAndPasswordForm email={email} {...rest} />
  return (
    <Stack gap="sm">
      <Notice tone="warning" alert>
        {reason}
      </Notice>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button onClick={send} loading={state === 'sending'} data-autofocus>
        {t('signIn.sendCode')}
      </Button>
    </Stack>
  )
}

const CodeAndPassword = z.object({ code: VerificationCode, password: z.string() })

function CodeAndPasswordForm({ email, password, onSignIn }: Omit<PausedFormProps, 'reason'>) {
  const { attempt } = useSession()
  const [verified, setVerified] = useState(false)
  const fields = useFields({ code: '', password })
  const form = useCredentialsForm(fields, CodeAndPassword, async (typed) => {
    // A code works once; after a wrong password only the password is sent again.
    const { error } = verified ? { error: null } : await attempt(() => verifySignInCode(email, typed.code))
    if (error) return failureText(error, 'account.code-wrong')
    setVerified(true)
    return onSignIn(email, typed.password)
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Notice>{rich('signIn.codeSent', { email, b: (text) => <b>{text}</b> })}</Notice>
        <OutboxHint kind="code" />
        {!verified && <CodeField {...form.field('code')} />}
        <PasswordField
          label={t('signIn.password')}
          autoComplete="current-password"
          autoFocus={verified}
          {...form.field('password')}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" loading={form.busy} mt="xs">
          {t('common.signIn')}
        </Button>
      </Stack>
    </form>
  )
}
