import { Center, Loader } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'

/** The admin area's guard: a centred spinner while it is not known who asks, then everyone but administrators goes to /. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { user, loading } = useSession()
  if (loading) {
    return (
      <Center mih="60vh">
        <Loader aria-label={t('Checking who you are')} role="status" />
      </Center>
    )
  }
  return user?.isAdmin ? children : <Navigate to="/" replace />
}
