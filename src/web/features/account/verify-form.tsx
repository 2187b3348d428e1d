import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { VERIFICATION_CODE_LENGTH, VerificationCode } from '#shared/account.ts'
import { errorMessage } from '#shared/errors.ts'
import { resendCode, verifyEmail } from '#web/auth-client.ts'
import { Failure } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { digitsOfCode } from './code.ts'

type VerifyFormProps = { email: string | null; onVerified: () => Promise<void> }
type Said = { tone: 'info' | 'danger'; words: string }

export function VerifyForm({ email, onVerified }: VerifyFormProps) {
  const [code, setCode] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null)
  const fail = (words: string) => setSaid({ tone: 'danger', words })

  async function verify(event: FormEvent) {
    event.preventDefault()
    if (!email) return fail(errorMessage('account.email-not-found'))
    const parsed = VerificationCode.safeParse(code)
    if (!parsed.success) return fail(errorMessage('account.code-length'))
    setBusy('verify')
    setSaid(null)
    try {
      await verifyEmail(email, parsed.data)
      await onVerified()
    } catch (error) {
      const tooMany = error instanceof Failure && error.status === 429
      fail(errorMessage(tooMany ? 'request.too-many' : 'account.code-wrong'))
    }
    setBusy(null)
  }

  async function resend() {
    if (!email) return fail(errorMessage('account.email-not-found'))
    setBusy('resend')
    try {
      await resendCode(email)
      setSaid({ tone: 'info', words: 'Verification code has been resent to your email' })
    } catch {
      fail(errorMessage('account.resend-failed'))
    }
    setBusy(null)
  }

  return (
    <form onSubmit={verify} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Verification code"
          placeholder="1234567"
          size="lg"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={VERIFICATION_CODE_LENGTH}
          value={code}
          onChange={(event) => setCode(digitsOfCode(event.currentTarget.value))}
          // The browser would cut "123 45 67" at seven characters before its spaces are gone.
          onPaste={(event) => {
            event.preventDefault()
            setCode(digitsOfCode(event.clipboardData.getData('text')))
          }}
        />
        {said && (
          <Notice tone={said.tone}>
            <span>{said.words}</span>
          </Notice>
        )}
        <Button type="submit" size="md" loading={busy === 'verify'}>
          Verify email
        </Button>
        <Text size="sm" ta="center">
          No code?{' '}
          <Anchor component="button" type="button" inherit onClick={resend} disabled={busy !== null}>
            Resend code
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
