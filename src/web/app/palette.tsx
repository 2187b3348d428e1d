/** Provides the command palette and the hook that opens it. */
import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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
  const [query, setQuery] = useState('')
  const chosen = useRef<(() => void) | null>(null)
  const open = useCallback(() => setOpened(true), [])
  useModifiedShortcut('k', open)
  useTypeAhead(opened, (typed) => setQuery((query) => query + typed))
  useEffect(() => {
    if (opened || !chosen.current) return
    // Runs after the focus has returned, because the action may move it.
    setTimeout(chosen.current)
    chosen.current = null
  }, [opened])

  function close(act: (() => void) | null) {
    chosen.current = act
    setOpened(false)
    setQuery('')
  }
  return (
    <PaletteContext value={open}>
      {children}
      <Suspense>{opened && <PaletteOnScreen query={query} onQuery={setQuery} onClose={close} />}</Suspense>
    </PaletteContext>
  )
}

/**
 * Calls `onText` with what is typed while `opened`, until the dialog has loaded and its field has the focus. Otherwise
 * the first letters after Ctrl+K would be lost, or be taken for single-key shortcuts.
 */
function useTypeAhead(opened: boolean, onText: (typed: string) => void) {
  const typed = useEffectEvent(onText)
  useLayoutEffect(() => {
    if (!opened) return
    const listen = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
      if (!isText || document.activeElement?.closest('[role=dialog]')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      typed(event.key)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [opened])
}
