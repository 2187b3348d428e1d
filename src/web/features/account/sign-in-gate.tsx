/** The one sign-in modal, and the way for any screen to ask for it. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useContext, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { sessionBegan } from '#web/queries/session.ts'
import { keepIntent, peekIntent } from './intent.ts'
import type { Intent } from './intent.ts'
import { keepPendingEmail } from './pending-email.ts'

const SignInModal = lazy(() => import('./sign-in-modal.tsx').then((module) => ({ default: module.SignInModal })))

type Gate = {
  /** Opens the modal; what `intent` names goes on once the person is in. */
  ask: (intent: Intent | null) => void
  /** Called by whatever let the person in: takes up what they wanted. False when there is no session after all. */
  entered: () => Promise<boolean>
}

const GateContext = createContext<Gate | null>(null)

export function useSignInGate(): Gate {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('useSignInGate stands outside its SignInGate')
  return gate
}

export function SignInGate({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  /** Each opening begins with a fresh modal; none is loaded before the first. */
  const [openings, setOpenings] = useState(0)
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const gate = useMemo<Gate>(
    () => ({
      ask(intent) {
        keepIntent(intent)
        setOpened(true)
        setOpenings((count) => count + 1)
      },
      async entered() {
        const me = await sessionBegan(queryClient)
        if (!me) return false
        setOpened(false)
        const intent = peekIntent()
        if (intent && !intent.crawl) keepIntent(null)
        if (intent) await navigate({ to: intent.path })
        else if (location.pathname.startsWith('/auth/')) await navigate({ to: '/' })
        return true
      },
    }),
    [queryClient, navigate],
  )

  const verify = (email: string) => {
    keepPendingEmail(email)
    setOpened(false)
    void navigate({ to: '/auth/verify' })
  }
  const close = () => {
    keepIntent(null)
    setOpened(false)
  }

  return (
    <GateContext value={gate}>
      {children}
      <Suspense>
        {openings > 0 && (
          <SignInModal key={openings} opened={opened} onClose={close} onEntered={gate.entered} onVerify={verify} />
        )}
      </Suspense>
    </GateContext>
  )
}
