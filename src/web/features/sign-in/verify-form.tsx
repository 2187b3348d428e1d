import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { VERIFICATION_CODE_LENGTH, VerificationCode } from '#shared/account.ts'
import { resendCode, verifyEmail } from '#web/api/auth-client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { digitsOfCode } from './digits-of-code.ts'

type VerifyFormProps = { email: string | null; onVerified: () => Promise<void> }
type Feedback = { tone: 'info' | 'danger'; text: string }

const emailNotFound = (): Feedback => ({ tone: 'danger', text: errorText('account.email-not-found') })

export function VerifyForm({ email, onVerified }: VerifyFormProps) {
  const { attempt } = useSession()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState('')
  const [feedback, setFeedback] = useState<Feedback | null>(() => (email ? null : emailNotFound()))
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null)
  const fail = (text: string) => setFeedback({ tone: 'danger', text })
  function handleInput(text: string) {
    setCode(digitsOfCode(text))
    setCodeError('')
  }

  async function verify(event: FormEvent) {
    event.preventDefault()
    if (!email) return setFeedback(emailNotFound())
    setFeedback(null)
    const parsed = VerificationCode.safeParse(code)
    if (!parsed.success) return setCodeError(errorText('account.code-length'))
    setBusy('verify')
    const { error } = await attempt(() => verifyEmail(email, parsed.data))
    if (error) fail(errorText(error.status === 429 ? 'request.too-many' : 'account.code-wrong'))
    else await onVerified()
    setBusy(null)
  }

  async function resend() {
    if (!email) return setFeedback(emailNotFound())
    // Unmounting the alert makes screen readers announce the next one.
    setFeedback(null)
    setBusy('resend')
    const { error } = await attempt(() => resendCode(email))
    if (error) fail(errorText('account.resend-failed'))
    else setFeedback({ tone: 'info', text: t('signIn.codeResent') })
    setBusy(null)
  }

  return (
    <form onSubmit={verify} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('signIn.verificationCode')}
          placeholder="1234567"
          size="lg"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={VERIFICATION_CODE_LENGTH}
          value={code}
          error={codeError}
          onChange={(event) => handleInput(event.currentTarget.value)}
          // Strip spaces first: maxLength would cut "123 45 67" to seven characters.
          onPaste={(event) => {
            event.preventDefault()
            handleInput(event.clipboardData.getData('text'))
          }}
        />
        {feedback && (
          <Notice tone={feedback.tone} alert>
            {feedback.text}
          </Notice>
        )}
        <Button type="submit" size="md" loading={busy === 'verify'}>
          {t('signIn.verifyEmail')}
        </Button>
        <Text size="sm" ta="center">
          {t('signIn.noCode')}{' '}
          <Anchor component="button" type="button" inherit onClick={resend} disabled={busy !== null}>
            {t('signIn.resendCode')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
