/** The sign-in modal, opened from any screen with `useSignInGate`. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import { useSession, useSessionEvent } from '#web/queries/session/session.ts'
import { onSessionEnded } from '#web/api/request.ts'
import { saveIntent, readIntent } from './intent.ts'
import type { Intent } from './intent.ts'
import { savePendingEmail } from './pending-email.ts'

const SignInModal = lazy(() => import('./sign-in-modal.tsx').then((module) => ({ default: module.SignInModal })))

type Gate = {
  /** Opens the modal; `intent` is resumed after sign-in. */
  requestSignIn: (intent: Intent | null) => void
  /** The same for a screen that needs an account, unless the user has just closed the modal of an ended session. */
  requireSignIn: (intent: Intent) => void
  /** Called after successful authentication: loads the session and resumes the intent. False if there is no session. */
  completeSignIn: (challenged?: boolean) => Promise<boolean>
}

const GateContext = createContext<Gate | null>(null)

export function useSignInGate(): Gate {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('useSignInGate must be used inside SignInGate')
  return gate
}

export function SignInGate({ children }: { children: ReactNode }) {
  const hasFailedAtIssuer = useLocation({ select: hasIssuerError })
  const [issuerFailed, setIssuerFailed] = useState(hasFailedAtIssuer)
  const [opened, setOpened] = useState(issuerFailed)
  /** The server has ended the session of the user, who did not ask to sign in. */
  const [sessionEnded, setSessionEnded] = useState(false)
  /** The modal's key: each opening mounts a new one. It is not loaded before the first. */
  const [openings, setOpenings] = useState(issuerFailed ? 1 : 0)
  const { refresh, forget, loading, user } = useSession()
  /** Opened before the session was loaded. */
  const openedEarly = useRef(false)
  const navigate = useNavigate()
  /** Settles the requests that wait for the user to sign in again. */
  const waiting = useRef<((signedIn: boolean) => void) | null>(null)
  /** The user has closed the modal of an ended session. */
  const hasDeclined = useRef(false)
  const settleWaiting = (signedIn: boolean) => {
    const answer = waiting.current
    waiting.current = null
    answer?.(signedIn)
    return answer !== null
  }

  const resumeIntent = useCallback(async () => {
    setOpened(false)
    settleWaiting(true)
    const intent = readIntent()
    if (intent && !intent.crawl && !intent.preview) saveIntent(null)
    // Back should not lead to the form for a code that has been used.
    const replace = location.pathname.startsWith('/auth/')
    if (intent && intent.path !== location.pathname) await navigate({ to: intent.path, replace })
    else if (replace) await navigate({ to: '/', replace })
  }, [navigate])
  const isCompleting = useRef(false)
  const gate = useMemo<Gate>(
    () => ({
      requestSignIn(intent) {
        saveIntent(intent)
        openedEarly.current = loading
        setSessionEnded(false)
        setOpened(true)
        setOpenings((count) => count + 1)
      },
      requireSignIn(intent) {
        if (!hasDeclined.current) gate.requestSignIn(intent)
        hasDeclined.current = false
      },
      async completeSignIn(challenged = false) {
        isCompleting.current = true
        const signedIn = await refresh(challenged ? 'MFA_CHALLENGE_VERIFIED' : 'SIGNED_IN')
        isCompleting.current = false
        if (signedIn) await resumeIntent()
        return signedIn
      },
    }),
    [refresh, resumeIntent, loading],
  )
  useEffect(() => {
    if (loading || !openedEarly.current) return
    openedEarly.current = false
    // The user is already signed in and clicked before the session was loaded.
    if (user) queueMicrotask(() => void resumeIntent())
  }, [loading, user, resumeIntent])
  const wasSignedIn = user !== undefined
  useEffect(
    () =>
      onSessionEnded(() => {
        gate.requestSignIn(null)
        setSessionEnded(wasSignedIn)
        return new Promise((resolve) => (waiting.current = resolve))
      }),
    [gate, wasSignedIn],
  )
  const close = () => {
    saveIntent(null)
    setIssuerFailed(false)
    setOpened(false)
    hasDeclined.current = settleWaiting(false)
    if (hasDeclined.current) forget()
  }
  useSessionEvent((event) => {
    // Signed in from another tab.
    if (event === 'SIGNED_IN' && opened && !isCompleting.current) void resumeIntent()
  })

  const verify = (email: string) => {
    savePendingEmail(email)
    setOpened(false)
    settleWaiting(false)
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
            sessionEnded={sessionEnded}
            onClose={close}
            onSignedIn={gate.completeSignIn}
            onVerify={verify}
          />
        )}
      </Suspense>
    </GateContext>
  )
}

/** Excludes the account screen, which reports failed linking itself, and the storage callback, whose error is not the issuer's. */
const hasIssuerError = ({ pathname, searchStr }: { pathname: string; searchStr: string }) =>
  !['/account', ZOHO_CALLBACK_PATH].includes(pathname) && new URLSearchParams(searchStr).has('error')
