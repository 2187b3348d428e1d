import { Title, Center, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import type { AdminTab } from '#web/features/admin/admin-tabs.tsx'
import { t } from '#web/messages/t.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { useSession } from '#web/queries/session/session.ts'
import classes from './admin-frame.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Sent here from the admin area. */
    wasRefused?: boolean
  }
}

/** Frame of every admin tab: guard, title, tabs. */
export function AdminFrame({ tab, children }: { tab: AdminTab; children: ReactNode }) {
  return (
    <AdministratorsOnly>
      <Screen
        title={tab === 'admin.overview' ? t('account.adminDashboard') : `${t(tab)} · ${t('account.adminDashboard')}`}
      >
        <Title order={1} fz="2rem">
          {t('account.adminDashboard')}
        </Title>
        <AdminTabs current={tab} />
        <div role="tabpanel" aria-label={t(tab)} className={classes.panel}>
          {children}
        </div>
      </Screen>
    </AdministratorsOnly>
  )
}

/**
 * Guard of the admin area: a spinner until the session is known, then non-administrators are redirected to /. A visitor
 * may be a signed-out administrator: signing in leads back.
 */
function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { user, loading } = useSession()
  if (loading) {
    return (
      <Center mih="60vh">
        <Loader aria-label={t('common.checkingAccess')} role="status" />
      </Center>
    )
  }
  if (user?.isAdmin) return children
  return user ? <Navigate to="/" replace state={{ wasRefused: true }} /> : <RedirectVisitor />
}

function RedirectVisitor() {
  const gate = useSignInGate()
  const router = useRouter()
  const isRedirected = useRef(false)
  useEffect(() => {
    // Several updates may trigger this; redirect once.
    if (isRedirected.current) return
    isRedirected.current = true
    gate.requestSignIn({ path: router.state.location.pathname })
    void router.navigate({ to: '/', replace: true })
  }, [gate, router])
  return null
}
