import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { VerificationCode } from '#shared/account.ts'
import { resendCode, verifyEmail } from '#web/api/auth-client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from './code-field.tsx'
import { useCountdown } from './use-countdown.ts'

type VerifyFormProps = { email: string | null; onVerified: () => Promise<void> }
/** Between two requests for a code, so that a mail on its way can arrive. */
const RESEND_AFTER_SECONDS = 60

type Feedback = { tone: 'info' | 'danger'; text: string }

const emailNotFound = (): Feedback => ({ tone: 'danger', text: errorText('account.email-not-found') })

export function VerifyForm({ email, onVerified }: VerifyFormProps) {
  const { attempt } = useSession()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState('')
  const [feedback, setFeedback] = useState<Feedback | null>(() => (email ? null : emailNotFound()))
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null)
  const [secondsLeft, startCountdown] = useCountdown()
  const fail = (text: string) => setFeedback({ tone: 'danger', text })

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
    if (busy !== null || secondsLeft > 0) return
    // Unmounting the alert makes screen readers announce the next one.
    setFeedback(null)
    setBusy('resend')
    const { error } = await attempt(() => resendCode(email))
    if (error) fail(error.code === 'account.too-many-mails' ? error.words : errorText('account.resend-failed'))
    else {
      setFeedback({ tone: 'info', text: t('signIn.codeResent') })
      startCountdown(RESEND_AFTER_SECONDS)
    }
    setBusy(null)
  }

  return (
    <form onSubmit={verify} noValidate>
      <Stack gap="sm">
        <CodeField
          placeholder="1234567"
          size="lg"
          value={code}
          error={codeError}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setCodeError('')
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
          {/* aria-disabled keeps the focus where it is while the code is sent and the seconds pass. */}
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={resend}
            aria-disabled={busy !== null || secondsLeft > 0}
            {...(secondsLeft > 0 && { c: 'dimmed', underline: 'never' as const })}
          >
            {secondsLeft > 0 ? t('signIn.resendCodeIn', { n: secondsLeft }) : t('signIn.resendCode')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
