import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/languages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AskResetForm } from './ask-reset-form.tsx'
import { ChallengeForm } from './challenge-form.tsx'
import { IssuerButton } from './issuer-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { Credentials } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useFields } from './use-credentials-form.ts'

type SignInModalProps = {
  opened: boolean
  /** The way through the outside issuer has just failed. */
  issuerFailed: boolean
  onClose: () => void
  /** The person is in; `challenged` when a second factor was asked for. */
  onEntered: (challenged: boolean) => Promise<unknown>
  /** The account exists and waits for the code sent to `email`. */
  onVerify: (email: string) => void
}

const titles = {
  'sign-in': 'Sign in to continue',
  'sign-up': 'Create your account',
  forgotten: 'Forgot your password?',
  challenge: 'Confirm that it is you',
} as const
const ways = {
  'sign-in': 'Sign up',
  'sign-up': 'Sign in',
  forgotten: 'Back to sign in',
  challenge: 'Start again',
} as const

export function SignInModal({ opened, issuerFailed, onClose, onEntered, onVerify }: SignInModalProps) {
  const [view, setView] = useState<keyof typeof titles>('sign-in')
  // What was typed stays when the view changes.
  const fields = useFields<Credentials>({ email: '', password: '', confirmPassword: '' })
  return (
    <Dialog opened={opened} onClose={onClose} title={t(titles[view])}>
      {view === 'sign-in' && (
        <SignInForm
          fields={fields}
          onEntered={() => onEntered(false)}
          onVerify={onVerify}
          onChallenged={() => setView('challenge')}
          onForgotten={() => setView('forgotten')}
        />
      )}
      {view === 'sign-up' && <SignUpForm fields={fields} onVerify={onVerify} />}
      {view === 'forgotten' && <AskResetForm email={fields.values.email} />}
      {view === 'challenge' && <ChallengeForm onEntered={() => onEntered(true)} />}
      {(view === 'sign-in' || view === 'sign-up') && <IssuerButton failed={issuerFailed} />}
      <Text size="sm" mt="md" ta="center">
        {view === 'sign-in' && `${t("Don't have an account?")} `}
        {view === 'sign-up' && `${t('Already have an account?')} `}
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => setView(view === 'sign-in' ? 'sign-up' : 'sign-in')}
        >
          {t(ways[view])}
        </Anchor>
      </Text>
    </Dialog>
  )
}
