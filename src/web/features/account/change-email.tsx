import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Email, VerificationCode } from '#shared/account.ts'
import type { MyAccount } from '#shared/account.ts'
import { changeEmail, requestEmailChange } from '#web/api/client.ts'
import { rich, t } from '#web/messages/t.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { passwordSchema, ConfirmPassword, passwordError } from './confirm-password.tsx'
import { CodeField } from '#web/features/sign-in/code-field.tsx'
import { OutboxHint } from '#web/features/sign-in/outbox-hint.tsx'
import { useCredentialsForm } from '#web/features/sign-in/use-credentials-form.ts'
import { useFields } from '#web/ui/hooks/use-fields.ts'

type ChangeEmailProps = { user: MyAccount['user'] }

/** Changes the email address once the code sent to the new one is confirmed. */
export function ChangeEmail({ user }: ChangeEmailProps) {
  const [sentTo, setSentTo] = useState('')
  const [changed, setChanged] = useState(false)
  const startVerification = (email: string) => {
    setSentTo(email)
    setChanged(false)
  }
  const finish = () => {
    setSentTo('')
    setChanged(true)
  }
  return (
    <AccountSection title={t('common.email')} hint={user.email}>
      {sentTo ? (
        <VerifyCodeForm email={sentTo} onDone={finish} onCancel={() => setSentTo('')} />
      ) : (
        <RequestChangeForm user={user} onRequested={startVerification} />
      )}
      {changed && <Notice>{t('account.emailChanged')}</Notice>}
    </AccountSection>
  )
}

function RequestChangeForm({ user, onRequested }: ChangeEmailProps & { onRequested: (email: string) => void }) {
  const { attempt } = useSession()
  const schema = z.object({ email: Email, password: passwordSchema(user) })
  const form = useCredentialsForm(useFields({ email: '', password: '' }), schema, async (change) => {
    const { error } = await attempt(() => requestEmailChange(change))
    if (error) return passwordError(error)
    onRequested(change.email)
  })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('account.changeEmail')}>
      <Stack gap="sm" align="flex-start">
        <TextInput label={t('account.newEmail')} type="email" autoComplete="email" w="100%" {...form.field('email')} />
        <ConfirmPassword user={user} w="100%" {...form.field('password')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Button type="submit" variant="default" loading={form.busy}>
          {t('account.changeEmail')}
        </Button>
      </Stack>
    </form>
  )
}

type VerifyCodeFormProps = { email: string; onDone: () => void; onCancel: () => void }

function VerifyCodeForm({ email, onDone, onCancel }: VerifyCodeFormProps) {
  const { attempt, refresh } = useSession()
  const { data: instance } = useQuery(instanceQuery)
  const fields = useFields({ otp: '' })
  const form = useCredentialsForm(fields, z.object({ otp: VerificationCode }), async ({ otp }) => {
    const { error } = await attempt(() => changeEmail(email, otp))
    if (error) return failureText(error, 'account.code-wrong')
    await refresh('USER_UPDATED')
    onDone()
  })
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label={t('account.verifyNewEmailTitle')}>
      <Stack gap="sm">
        <Notice>
          {rich(instance?.mail === 'outbox' ? 'account.newEmailCode' : 'account.newEmailCodeSent', {
            email,
            b: (text) => <b>{text}</b>,
          })}
        </Notice>
        <OutboxHint kind="code" />
        <CodeField {...form.field('otp')} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <Group gap="sm">
          <Button type="submit" loading={form.busy}>
            {t('account.verifyNewEmail')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
