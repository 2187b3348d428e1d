import { Anchor, Box, Text, Button, Divider, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/messages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RequestResetForm } from './request-reset-form.tsx'
import { ChallengeForm } from './challenge-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { Credentials } from './sign-in-form.tsx'
import { PausedForm } from './paused-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useFields } from '#web/ui/hooks/use-fields.ts'
import { usePasswordSignIn } from './use-password-sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { enterThroughIssuer } from '#web/api/auth-client.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { readIntent } from './intent.ts'

type SignInModalProps = {
  opened: boolean
  /** Sign-in through the identity provider has just failed. */
  issuerFailed: boolean
  /** The user was signed in until now. */
  sessionEnded: boolean
  onClose: () => void
  /** The credentials were accepted; `challenged` if a second factor was verified. */
  onSignedIn: (challenged: boolean) => Promise<unknown>
  /** The account exists but `email` is not verified yet. */
  onVerify: (email: string) => void
}

const titles = {
  'sign-in': 'signIn.signInTitle',
  'sign-up': 'signIn.signUpTitle',
  'forgot-password': 'signIn.forgotTitle',
  challenge: 'signIn.twoFactorTitle',
  paused: 'signIn.twoFactorTitle',
} as const
const switchLabels = {
  'sign-in': 'signIn.signUp',
  'sign-up': 'common.signIn',
  'forgot-password': 'signIn.backToSignIn',
  challenge: 'signIn.startOver',
  paused: 'signIn.backToSignIn',
} as const

export function SignInModal(props: SignInModalProps) {
  const { opened, issuerFailed, sessionEnded, onClose, onSignedIn, onVerify } = props
  const { isTrial = false, crawl, preview, signUp } = readIntent() ?? {}
  const isToCrawl = (crawl ?? preview) !== undefined
  const [view, setView] = useState<keyof typeof titles>((signUp ?? isToCrawl) ? 'sign-up' : 'sign-in')
  // Typed values survive a change of view.
  const fields = useFields<Credentials>({ email: '', password: '', confirmPassword: '' })
  const [pausedReason, setPausedReason] = useState('')
  const signIn = usePasswordSignIn({
    onSignedIn: () => onSignedIn(false),
    onVerify,
    onChallenged: () => setView('challenge'),
    onPaused(reason) {
      setPausedReason(reason)
      setView('paused')
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t(titles[view])}>
      {view === 'sign-in' && sessionEnded && (
        <Box mb="md">
          <Notice tone="warning">{t('signIn.sessionEnded')}</Notice>
        </Box>
      )}
      {view === 'sign-in' && (
        <SignInForm fields={fields} onSignIn={signIn} onForgotPassword={() => setView('forgot-password')} />
      )}
      {view === 'sign-up' && isToCrawl && (
        <Text size="sm" mb="md">
          {isTrial ? t('signIn.whyAccount') : t('signIn.whyAccountToCrawl')}
        </Text>
      )}
      {view === 'sign-up' && <SignUpForm fields={fields} onVerify={onVerify} />}
      {view === 'forgot-password' && <RequestResetForm email={fields.values.email} />}
      {view === 'paused' && (
        <PausedForm
          reason={pausedReason}
          email={fields.values.email}
          password={fields.values.password}
          onSignIn={signIn}
        />
      )}
      {view === 'challenge' && <ChallengeForm onVerified={() => onSignedIn(true)} />}
      {(view === 'sign-in' || view === 'sign-up') && <IssuerButton failed={issuerFailed} />}
      <Text size="sm" mt="md" ta="center">
        {view === 'sign-in' && `${t('signIn.noAccount')} `}
        {view === 'sign-up' && `${t('signIn.haveAccount')} `}
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => setView(view === 'sign-in' ? 'sign-up' : 'sign-in')}
        >
          {t(switchLabels[view])}
        </Anchor>
      </Text>
    </Dialog>
  )
}

/** Sign-in through the identity provider (OIDC), if the server has one. Returns to the path of the intent. */
function IssuerButton({ failed }: { failed: boolean }) {
  const { data: instance } = useQuery(instanceQuery)
  const { attempt } = useSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const issuer = instance?.oidc
  if (!issuer) return null

  async function signIn() {
    setBusy(true)
    const here = location.pathname.startsWith('/auth/') ? '/' : location.pathname
    const { data, error } = await attempt(() => enterThroughIssuer(readIntent()?.path ?? here))
    if (error) setFailure(failureText(error, 'server.unexpected'))
    else location.assign(data)
    setBusy(false)
  }
  const error = failure || (failed && t('signIn.issuerFailed', { issuer }))
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('common.or')} />
      {error && <Notice tone="danger">{error}</Notice>}
      <Button variant="default" loading={busy} onClick={() => void signIn()}>
        {t('signIn.continueWith', { issuer })}
      </Button>
    </Stack>
  )
}
