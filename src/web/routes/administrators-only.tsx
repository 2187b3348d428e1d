import { Center, Loader } from '@mantine/core'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'

/**
 * The admin area's guard: a centred spinner while it is not known who asks, then everyone but administrators goes to /.
 * A visitor may be an administrator who is not signed in: signing in there leads back.
 */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { user, loading } = useSession()
  if (loading) {
    return (
      <Center mih="60vh">
        <Loader aria-label={t('Checking who you are')} role="status" />
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
    // Both change what this component reads; once is enough.
    if (out.current) return
    out.current = true
    gate.ask({ path: router.state.location.pathname })
    void router.navigate({ to: '/', replace: true })
  }, [gate, router])
  return null
}
