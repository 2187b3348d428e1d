import { Button, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { RequestResetForm } from '#web/features/sign-in/request-reset-form.tsx'
import { ResetForm } from '#web/features/sign-in/reset-form.tsx'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function ResetPasswordScreen() {
  const token = useTokenOfLink()
  const [step, setStep] = useState<'choose' | 'expired' | 'done'>(token ? 'choose' : 'expired')
  const { refresh } = useSession()
  const gate = useSignInGate()

  async function done() {
    setStep('done')
    // All sessions of the account have ended, possibly this tab's too.
    await refresh('USER_UPDATED')
    gate.requestSignIn(null)
  }

  return (
    <Screen title={t('signIn.newPasswordTitle')} width="narrow">
      <Title order={1} fz="2rem" mb="md">
        {t('signIn.newPasswordTitle')}
      </Title>
      {step === 'choose' && <ResetForm token={token} onDone={done} onExpired={() => setStep('expired')} />}
      {step === 'expired' && (
        <Stack>
          <Notice tone="danger">{errorText('account.reset-link-invalid')}</Notice>
          <RequestResetForm email="" />
        </Stack>
      )}
      {step === 'done' && (
        <Stack align="flex-start">
          <Notice>{t('signIn.passwordReset')}</Notice>
          <Text>{t('signIn.passwordResetHint')}</Text>
          <Button onClick={() => gate.requestSignIn(null)}>{t('common.signIn')}</Button>
        </Stack>
      )}
    </Screen>
  )
}

/** The link's token, removed from the address bar and the history. */
function useTokenOfLink() {
  const { token = '' } = useSearch({ from: '/auth/reset-password' })
  const [taken] = useState(token)
  const { announce } = useSession()
  const navigate = useNavigate()
  const take = useEffectEvent(() => {
    if (!taken) return
    announce('PASSWORD_RECOVERY')
    void navigate({ to: '/auth/reset-password', search: {}, replace: true })
  })
  useEffect(() => take(), [])
  return taken
}
