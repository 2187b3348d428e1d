import { Button, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { AskResetForm } from '#web/features/account/ask-reset-form.tsx'
import { ResetForm } from '#web/features/account/reset-form.tsx'
import { useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
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
    // Every session of the account has ended, perhaps this tab's as well.
    await refresh('USER_UPDATED')
    gate.ask(null)
  }

  return (
    <Screen title={t('Choose a new password')} width="narrow">
      <Title order={1} fz="2rem" mb="md">
        {t('Choose a new password')}
      </Title>
      {step === 'choose' && <ResetForm token={token} onDone={done} onExpired={() => setStep('expired')} />}
      {step === 'expired' && (
        <Stack>
          <Notice tone="danger">{errorWords('account.reset-link-invalid')}</Notice>
          <AskResetForm email="" />
        </Stack>
      )}
      {step === 'done' && (
        <Stack align="flex-start">
          <Notice>{t('Your new password is set, and you are signed out everywhere.')}</Notice>
          <Text>{t('Sign in with it to go on.')}</Text>
          <Button onClick={() => gate.ask(null)}>{t('Sign in')}</Button>
        </Stack>
      )}
    </Screen>
  )
}

/** The link's secret, taken out of the address bar, the history and whatever copies them. */
function useTokenOfLink() {
  const { token = '' } = useSearch({ from: '/auth/reset-password' })
  const [taken] = useState(token)
  const { tell } = useSession()
  const navigate = useNavigate()
  const take = useEffectEvent(() => {
    if (!taken) return
    tell('PASSWORD_RECOVERY')
    void navigate({ to: '/auth/reset-password', search: {}, replace: true })
  })
  useEffect(() => take(), [])
  return taken
}
