/** The upgrade modal, opened from any screen with `useUpgrade` or, to say why, `useUpgradeBecause`. */
import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, Suspense, useCallback, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { creditsQuery } from '#web/queries/credits.ts'

const UpgradeModal = lazy(() => import('./upgrade-modal.tsx').then((module) => ({ default: module.UpgradeModal })))

/** Why the modal opened without a click, and what is possible without an upgrade. */
export type UpgradeReason = { message: string; offer?: { label: string; onChoose: () => void } }

const UpgradeContext = createContext<(reason?: UpgradeReason) => void>(() => {
  throw new Error('useUpgrade must be used inside UpgradeProvider')
})

/** Opens the modal. Takes no argument, so that it can be a click handler. */
export function useUpgrade(): () => void {
  const open = useContext(UpgradeContext)
  return useCallback(() => open(), [open])
}

export const useUpgradeBecause: () => (reason: UpgradeReason) => void = () => useContext(UpgradeContext)

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
  const [state, setState] = useState<{ opened: boolean; wasOpened: boolean; reason?: UpgradeReason | undefined }>({
    opened: false,
    wasOpened: false,
  })
  const { data } = useQuery({ ...creditsQuery, enabled: email !== null })
  const open = useCallback((reason?: UpgradeReason) => setState({ opened: true, wasOpened: true, reason }), [])
  // The reason stays while the modal fades out.
  const close = () => setState({ ...state, opened: false })
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
            reason={state.reason}
            onSignIn={signIn}
            onClose={close}
          />
        )}
      </Suspense>
    </UpgradeContext>
  )
}
