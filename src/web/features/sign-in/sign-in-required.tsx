import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignInGate } from './sign-in-gate.tsx'

/** Shown to visitors on screens that need an account. Sign-in returns to the same path. */
export function SignInRequired() {
  const gate = useSignInGate()
  const location = useLocation()
  // The path on mount: when sign-up leads to /auth/verify, the location changes before this unmounts and would overwrite
  // the intent.
  const [pathname] = useState(location.pathname)
  useEffect(() => gate.requireSignIn({ path: pathname }), [gate, pathname])
  return (
    <EmptyState
      level={1}
      title={errorText('account.sign-in-required')}
      action={<Button onClick={() => gate.requestSignIn({ path: pathname })}>{t('common.signIn')}</Button>}
    >
      {/^\/(chats|notebooks)/.test(pathname) ? t('signIn.privateChats') : t('signIn.privatePage')}
    </EmptyState>
  )
}
