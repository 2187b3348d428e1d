import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type SignInModalProps = {
  opened: boolean
  onClose: () => void
  /** The person is in. */
  onEntered: () => Promise<unknown>
  /** The account exists and waits for the code sent to `email`. */
  onVerify: (email: string) => void
}

export function SignInModal({ opened, onClose, onEntered, onVerify }: SignInModalProps) {
  const [view, setView] = useState<'sign-in' | 'sign-up'>('sign-in')
  const signingIn = view === 'sign-in'
  return (
    <Dialog opened={opened} onClose={onClose} title={signingIn ? 'Sign in to continue' : 'Create your account'}>
      {signingIn ? (
        <SignInForm onEntered={onEntered} onVerify={onVerify} />
      ) : (
        <SignUpForm onVerify={onVerify} />
      )}
      <Text size="sm" mt="md" ta="center">
        {signingIn ? "Don't have an account? " : 'Already have an account? '}
        <Anchor component="button" type="button" inherit onClick={() => setView(signingIn ? 'sign-up' : 'sign-in')}>
          {signingIn ? 'Sign up' : 'Sign in'}
        </Anchor>
      </Text>
    </Dialog>
  )
}
