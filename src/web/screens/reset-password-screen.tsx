import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { checkResetLink } from '#web/api/auth-client.ts'
import { RequestResetForm } from '#web/features/sign-in/request-reset-form.tsx'
import { ResetForm } from '#web/features/sign-in/reset-form.tsx'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function ResetPasswordScreen() {
  const token = useTokenOfLink()
  const [step, setStep] = useStepOfLink(token)
  const { refresh } = useSession()
  const gate = useSignInGate()

  async function done() {
    setStep('done')
    // All sessions of the account have ended, possibly this tab's too.
    await refresh('USER_UPDATED')
  }

  return (
    <Screen title={t('signIn.newPasswordTitle')} width="narrow">
      <Title order={1} fz="2rem" mb="md">
        {t('signIn.newPasswordTitle')}
      </Title>
      {step === 'check' && <LoadingForm />}
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
          <Button autoFocus onClick={() => gate.requestSignIn(null)}>
            {t('common.signIn')}
          </Button>
        </Stack>
      )}
    </Screen>
  )
}

/** Checks the link first, so that no password is typed for one that no longer works. */
function useStepOfLink(token: string) {
  const [outcome, setOutcome] = useState<'expired' | 'done' | null>(null)
  const { data: isValid, isPending } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => checkResetLink(token),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  })
  // When the check fails, the form reports what is wrong.
  const checked = isPending ? 'check' : 'choose'
  const isExpired = token === '' || isValid === false
  return [outcome ?? (isExpired ? 'expired' : checked), setOutcome] as const
}

function LoadingForm() {
  return (
    <Stack gap="md" role="status" aria-label={t('common.loading')}>
      <Skeleton height={76} />
      <Skeleton height={58} />
    </Stack>
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
