import { Center, Loader } from '@mantine/core'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session.ts'

/**
 * Guard of the admin area: a spinner until the session is known, then non-administrators are redirected to /. A visitor
 * may be a signed-out administrator: signing in leads back.
 */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { user, loading } = useSession()
  if (loading) {
    return (
      <Center mih="60vh">
        <Loader aria-label={t('common.checkingAccess')} role="status" />
      </Center>
    )
  }
  if (user?.isAdmin) return children
  return user ? <Navigate to="/" replace /> : <VisitorOut />
}

function VisitorOut() {
  const gate = useSignInGate()
  const router = useRouter()
  const out = useRef(false)
  useEffect(() => {
    // Several updates may trigger this; redirect once.
    if (out.current) return
    out.current = true
    gate.requestSignIn({ path: router.state.location.pathname })
    void router.navigate({ to: '/', replace: true })
  }, [gate, router])
  return null
}
