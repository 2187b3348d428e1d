import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignInGate } from './sign-in-gate.tsx'

/** What a visitor sees at an address that belongs to someone signed in; signing in leads on to it. */
export function SignInFirst() {
  const gate = useSignInGate()
  const here = useLocation()
  // As it was when this was shown: on the way to the code's screen the address changes before this is gone, and would be
  // asked for as well.
  const [pathname] = useState(here.pathname)
  useEffect(() => gate.ask({ path: pathname }), [gate, pathname])
  return (
    <EmptyState
      level={1}
      title={errorWords('account.sign-in-required')}
      action={<Button onClick={() => gate.ask({ path: pathname })}>{t('Sign in')}</Button>}
    >
      {/^\/(chats|notebooks)/.test(pathname) ? t('Your chats are yours alone.') : t('What stands here is yours alone.')}
    </EmptyState>
  )
}
