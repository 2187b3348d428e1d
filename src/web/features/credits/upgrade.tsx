/** The upgrade modal, opened from any screen with `useUpgrade`. */
import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, Suspense, useContext, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { creditsQuery } from '#web/queries/credits.ts'

const UpgradeModal = lazy(() => import('./upgrade-modal.tsx').then((module) => ({ default: module.UpgradeModal })))

const UpgradeContext = createContext<() => void>(() => {
  throw new Error('useUpgrade must be used inside UpgradeProvider')
})

export const useUpgrade = () => useContext(UpgradeContext)

/** `email` is null for a visitor, whose upgrade buttons lead to sign-in. */
export function UpgradeProvider({
  email,
  onSignIn,
  children,
}: {
  email: string | null
  onSignIn: () => void
  children: ReactNode
}) {
  const [state, setState] = useState({ opened: false, wasOpened: false })
  const { data } = useQuery({ ...creditsQuery, enabled: email !== null })
  const open = useMemo(() => () => setState({ opened: true, wasOpened: true }), [])
  const close = () => setState({ opened: false, wasOpened: true })
  const signIn = () => {
    close()
    onSignIn()
  }
  return (
    <UpgradeContext value={open}>
      {children}
      <Suspense>
        {state.wasOpened && (
          <UpgradeModal
            opened={state.opened}
            tier={data?.tier ?? 'free'}
            email={email}
            onSignIn={signIn}
            onClose={close}
          />
        )}
      </Suspense>
    </UpgradeContext>
  )
}
