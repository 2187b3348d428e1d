/** Provides the command palette and the hook that opens it. */
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useModifiedShortcut } from '#web/ui/hooks/use-shortcut.ts'

const PaletteOnScreen = lazy(() =>
  import('./palette-on-screen.tsx').then((module) => ({ default: module.PaletteOnScreen })),
)

const PaletteContext = createContext<() => void>(() => {
  throw new Error('usePalette must be used inside PaletteProvider')
})

/** Opens the palette. */
export const usePalette = () => useContext(PaletteContext)

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const chosen = useRef<(() => void) | null>(null)
  const open = useCallback(() => setOpened(true), [])
  useModifiedShortcut('k', open)
  useEffect(() => {
    if (opened || !chosen.current) return
    // Runs after the focus has returned, because the action may move it.
    setTimeout(chosen.current)
    chosen.current = null
  }, [opened])

  function close(act: (() => void) | null) {
    chosen.current = act
    setOpened(false)
  }
  return (
    <PaletteContext value={open}>
      {children}
      <Suspense>{opened && <PaletteOnScreen onClose={close} />}</Suspense>
    </PaletteContext>
  )
}
