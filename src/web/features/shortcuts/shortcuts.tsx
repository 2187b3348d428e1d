/** The list of shortcuts, opened from any screen with `useShortcutList` or the ? key. */
import { createContext, lazy, Suspense, useCallback, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { useShortcut } from '#web/ui/hooks/use-shortcut.ts'

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

const ShortcutsContext = createContext<() => void>(() => {
  throw new Error('useShortcutList must be used inside ShortcutsProvider')
})

export const useShortcutList = () => useContext(ShortcutsContext)

export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const open = useCallback(() => setOpened(true), [])
  useShortcut('?', open)
  return (
    <ShortcutsContext value={open}>
      {children}
      <Suspense>{opened && <ShortcutsDialog onClose={() => setOpened(false)} />}</Suspense>
    </ShortcutsContext>
  )
}
