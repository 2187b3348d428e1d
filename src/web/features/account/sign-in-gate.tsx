/** The one sign-in modal, and the way for any screen to ask for it. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import { useSession, useSessionEvent } from '#web/queries/session.ts'
import { onSessionEnded } from '#web/request.ts'
import { keepIntent, peekIntent } from './intent.ts'
import type { Intent } from './intent.ts'
import { keepPendingEmail } from './pending-email.ts'

const SignInModal = lazy(() => import('./sign-in-modal.tsx').then((module) => ({ default: module.SignInModal })))

type Gate = {
  /** Opens the modal; what `intent` names goes on once the person is in. */
  ask: (intent: Intent | null) => void
  /** Called by whatever let the person in: takes up what they wanted. False when there is no session after all. */
  entered: (challenged?: boolean) => Promise<boolean>
}

const GateContext = createContext<Gate | null>(null)

export function useSignInGate(): Gate {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('useSignInGate stands outside its SignInGate')
  return gate
}

export function SignInGate({ children }: { children: ReactNode }) {
  const comesFromFailedIssuer = useLocation({ select: saysIssuerFailed })
  const [issuerFailed, setIssuerFailed] = useState(comesFromFailedIssuer)
  const [opened, setOpened] = useState(issuerFailed)
  /** Each opening begins with a fresh modal; none is loaded before the first. */
  const [openings, setOpenings] = useState(issuerFailed ? 1 : 0)
  const { refresh, forget, loading, user } = useSession()
  /** Asked for before it was known who is there. */
  const early = useRef(false)
  const navigate = useNavigate()
  /** Answers the requests that wait for the person to sign in again. */
  const waiting = useRef<((signedIn: boolean) => void) | null>(null)
  const answerWaiting = (signedIn: boolean) => {
    const answer = waiting.current
    waiting.current = null
    answer?.(signedIn)
    return answer !== null
  }

  const goOn = useCallback(async () => {
    setOpened(false)
    answerWaiting(true)
    const intent = peekIntent()
    if (intent && !intent.crawl && !intent.preview) keepIntent(null)
    if (intent && intent.path !== location.pathname) await navigate({ to: intent.path })
    else if (location.pathname.startsWith('/auth/')) await navigate({ to: '/' })
  }, [navigate])
  const entering = useRef(false)
  const gate = useMemo<Gate>(
    () => ({
      ask(intent) {
        keepIntent(intent)
        early.current = loading
        setOpened(true)
        setOpenings((count) => count + 1)
      },
      async entered(challenged = false) {
        entering.current = true
        const inside = await refresh(challenged ? 'MFA_CHALLENGE_VERIFIED' : 'SIGNED_IN')
        entering.current = false
        if (inside) await goOn()
        return inside
      },
    }),
    [refresh, goOn, loading],
  )
  useEffect(() => {
    if (loading || !early.current) return
    early.current = false
    // Somebody with a session pressed before it was found: nothing is left to ask for.
    if (user) queueMicrotask(() => void goOn())
  }, [loading, user, goOn])
  useEffect(
    () =>
      onSessionEnded(() => {
        gate.ask(null)
        return new Promise((resolve) => (waiting.current = resolve))
      }),
    [gate],
  )
  const close = () => {
    keepIntent(null)
    setIssuerFailed(false)
    setOpened(false)
    if (answerWaiting(false)) forget()
  }
  useSessionEvent((event) => {
    // Somebody entered in another tab: nothing is left to ask for.
    if (event === 'SIGNED_IN' && opened && !entering.current) void goOn()
  })

  const verify = (email: string) => {
    keepPendingEmail(email)
    setOpened(false)
    answerWaiting(false)
    void navigate({ to: '/auth/verify' })
  }

  return (
    <GateContext value={gate}>
      {children}
      <Suspense>
        {openings > 0 && (
          <SignInModal
            key={openings}
            opened={opened && !loading}
            issuerFailed={issuerFailed}
            onClose={close}
            onEntered={gate.entered}
            onVerify={verify}
          />
        )}
      </Suspense>
    </GateContext>
  )
}

/** The account screen says so itself when linking has failed; what comes back to the storage's callback is no issuer's. */
const saysIssuerFailed = ({ pathname, searchStr }: { pathname: string; searchStr: string }) =>
  !['/account', ZOHO_CALLBACK_PATH].includes(pathname) && new URLSearchParams(searchStr).has('error')
