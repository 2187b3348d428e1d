/** Escape closes only the topmost layer, wherever the focus is. */
import { useEffectEvent, useLayoutEffect } from 'react'

/** Open layers, topmost last. */
const layers: object[] = []

/** True when Escape would close something. */
export const isSomethingOpen = () => layers.length > 0

/**
 * Calls `onEscape` on Escape while `opened` and topmost. A layout effect, because Escape may be pressed as soon as the
 * layer is visible.
 */
export function useEscape(opened: boolean, onEscape: () => void) {
  const escape = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (!opened) return
    const layer = {}
    layers.push(layer)
    const listen = (event: KeyboardEvent) => {
      // Input methods use Escape too.
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
