import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { Email, VERIFICATION_CODE_LENGTH, VerificationCode } from '#shared/account.ts'
import type { MyAccount } from '#shared/account.ts'
import { changeEmail, requestEmailChange } from '#web/client.ts'
import { rich, t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { digitsOfCode } from './code.ts'
import { confirmation, ConfirmPassword, confirmationWords } from './confirm-password.tsx'
import { OutboxHint } from './outbox-hint.tsx'
import { useCredentialsForm, useFields } from './use-credentials-form.ts'

type ChangeEmailProps = { user: MyAccount['user'] }

/** A new address counts once the code sent to it was typed. */
export function ChangeEmail({ user }: ChangeEmailProps) {
  const [sentTo, setSentTo] = useState('')
  const [changed, setChanged] = useState(false)
  const asked = (email: string) => {
    setSentTo(email)
    setChanged(false)
  }
  const done = () => {
    setSentTo('')
    setChanged(true)
  }
  return (
    <AccountSection title={t('Email')} hint={user.email}>
      {sentTo ? (
        <TypeCode email={sentTo} onDone={done} onCancel={() => setSentTo('')} />
      ) : (
        <AskChange user={user} onAsked={asked} />
      )}
      {changed && <Notice>{t('Your address is changed. From now on you sign in with it.')}</Notice>}
    </AccountSection>
  )
}

function AskChange({ user, onAsked }: ChangeEmailProps & { onAsked: (email: string) => void }) {
  const { attempt } = useSession()
  const schema = z.object({ email: Email, password: confirmation(user) })
  const form = useCredentialsForm(useFields({ email: '', password: '' }), schema, async (change) => {
    const { error } = await attempt(() => requestEmailChange(change))
    if (error) return confirmationWords(error)
    onAsked(change.email)
  })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('Change email')}>
      <Stack gap="sm" align="flex-start">
        <TextInput label={t('New email')} type="email" autoComplete="email" w="100%" {...form.field('email')} />
        <ConfirmPassword user={user} w="100%" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" variant="default" loading={form.busy}>
          {t('Change email')}
        </Button>
      </Stack>
    </form>
  )
}

type TypeCodeProps = { email: string; onDone: () => void; onCancel: () => void }

function TypeCode({ email, onDone, onCancel }: TypeCodeProps) {
  const { attempt, refresh } = useSession()
  const fields = useFields({ otp: '' })
  const form = useCredentialsForm(fields, z.object({ otp: VerificationCode }), async ({ otp }) => {
    const { error } = await attempt(() => changeEmail(email, otp))
    if (error) return failureWords(error, 'account.code-wrong')
    await refresh('USER_UPDATED')
    onDone()
  })
  const field = form.field('otp')
  const type = (text: string) => field.onChange({ currentTarget: { value: digitsOfCode(text) } })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('Verify the new email')}>
      <Stack gap="sm">
        <Notice>
          {rich('We sent a 7-digit code to <b>{email}</b>. Until you type it here, your address stays as it is.', {
            email,
            b: (words) => <b>{words}</b>,
          })}
        </Notice>
        <OutboxHint what="code" />
        <TextInput
          label={t('Verification code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={VERIFICATION_CODE_LENGTH}
          {...field}
          onChange={(event) => type(event.currentTarget.value)}
          // As on the verification screen: spaces go before the length counts.
          onPaste={(event) => {
            event.preventDefault()
            type(event.clipboardData.getData('text'))
          }}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Group gap="sm">
          <Button type="submit" loading={form.busy}>
            {t('Verify new email')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
