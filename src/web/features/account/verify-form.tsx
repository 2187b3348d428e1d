import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { VERIFICATION_CODE_LENGTH, VerificationCode } from '#shared/account.ts'
import { resendCode, verifyEmail } from '#web/auth-client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { digitsOfCode } from './code.ts'

type VerifyFormProps = { email: string | null; onVerified: () => Promise<void> }
type Said = { tone: 'info' | 'danger'; words: string }

const emailNotFound = (): Said => ({ tone: 'danger', words: errorWords('account.email-not-found') })

export function VerifyForm({ email, onVerified }: VerifyFormProps) {
  const { attempt } = useSession()
  const [code, setCode] = useState('')
  const [invalid, setInvalid] = useState('')
  const [said, setSaid] = useState<Said | null>(() => (email ? null : emailNotFound()))
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null)
  const fail = (words: string) => setSaid({ tone: 'danger', words })
  function type(text: string) {
    setCode(digitsOfCode(text))
    setInvalid('')
  }

  async function verify(event: FormEvent) {
    event.preventDefault()
    if (!email) return setSaid(emailNotFound())
    setSaid(null)
    const parsed = VerificationCode.safeParse(code)
    if (!parsed.success) return setInvalid(errorWords('account.code-length'))
    setBusy('verify')
    const { error } = await attempt(() => verifyEmail(email, parsed.data))
    if (error) fail(errorWords(error.status === 429 ? 'request.too-many' : 'account.code-wrong'))
    else await onVerified()
    setBusy(null)
  }

  async function resend() {
    if (!email) return setSaid(emailNotFound())
    // An alert that is written anew is read out anew.
    setSaid(null)
    setBusy('resend')
    const { error } = await attempt(() => resendCode(email))
    if (error) fail(errorWords('account.resend-failed'))
    else setSaid({ tone: 'info', words: t('Verification code has been resent to your email') })
    setBusy(null)
  }

  return (
    <form onSubmit={verify} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('Verification code')}
          placeholder="1234567"
          size="lg"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={VERIFICATION_CODE_LENGTH}
          value={code}
          error={invalid}
          onChange={(event) => type(event.currentTarget.value)}
          // The browser would cut "123 45 67" at seven characters before its spaces are gone.
          onPaste={(event) => {
            event.preventDefault()
            type(event.clipboardData.getData('text'))
          }}
        />
        {said && (
          <Notice tone={said.tone} alert>
            {said.words}
          </Notice>
        )}
        <Button type="submit" size="md" loading={busy === 'verify'}>
          {t('Verify email')}
        </Button>
        <Text size="sm" ta="center">
          {t('No code?')}{' '}
          <Anchor component="button" type="button" inherit onClick={resend} disabled={busy !== null}>
            {t('Resend code')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
