/** Escape closes what was opened last, and nothing else, wherever the focus stands. */
import { useEffectEvent, useLayoutEffect } from 'react'

/** What is open now, the topmost last. */
const layers: object[] = []

/** Whether anything lies over the screen that Escape would close. */
export const isSomethingOpen = () => layers.length > 0

/**
 * Calls `onEscape` while `opened` and nothing was opened above. It listens from the moment the layer is in the
 * document, not some time after: Escape may be pressed as soon as something is seen.
 */
export function useEscape(opened: boolean, onEscape: () => void) {
  const escape = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (!opened) return
    const layer = {}
    layers.push(layer)
    const listen = (event: KeyboardEvent) => {
      // Escape also ends the choice of a character in input methods.
      if (event.key !== 'Escape' || event.isComposing || layers.at(-1) !== layer) return
      event.stopImmediatePropagation()
      escape()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [opened])
}
