import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
import { errorMessage } from '#shared/errors.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignInGate } from './sign-in-gate.tsx'

/** What a visitor sees at an address that belongs to someone signed in; signing in leads on to it. */
export function SignInFirst() {
  const gate = useSignInGate()
  const { pathname } = useLocation()
  useEffect(() => gate.ask({ path: pathname }), [gate, pathname])
  return (
    <EmptyState
      level={1}
      title={errorMessage('account.sign-in-required')}
      action={<Button onClick={() => gate.ask({ path: pathname })}>Sign in</Button>}
    >
      {pathname === '/account' ? 'Your account is yours alone.' : 'Your chats are yours alone.'}
    </EmptyState>
  )
}
