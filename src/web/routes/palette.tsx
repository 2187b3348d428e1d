/** The one palette, and the way for any screen to open it. */
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useModifiedShortcut } from '#web/ui/use-shortcut.ts'

const PaletteOnScreen = lazy(() => import('./palette-on-screen.tsx').then((module) => ({ default: module.PaletteOnScreen })))

const PaletteContext = createContext<() => void>(() => {
  throw new Error('usePalette stands outside its PaletteProvider')
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
    // After the focus was given back: what is done may take it elsewhere, or give it back in turn.
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
      <Suspense>
        {opened && <PaletteOnScreen onClose={close} />}
      </Suspense>
    </PaletteContext>
  )
}
