/** Escape and the browser's Back close only the topmost layer, wherever the focus is. */
import { useBlocker } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useState } from 'react'

/** Open layers, topmost last. */
const layers: object[] = []

/** True when Escape would close something. */
export const isSomethingOpen = () => layers.length > 0

/**
 * Calls `onClose` on Escape, or on Back instead of leaving the screen, while `opened` and topmost. A layout effect,
 * because Escape may be pressed as soon as the layer is visible.
 */
export function useLayer(opened: boolean, onClose: () => void) {
  const [layer] = useState({})
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!opened) return
    layers.push(layer)
    const listen = (event: KeyboardEvent) => {
      // Input methods use Escape too.
      if (event.key !== 'Escape' || event.isComposing || layers.at(-1) !== layer) return
      event.stopImmediatePropagation()
      close()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [opened, layer])
  useBlocker({
    shouldBlockFn({ action }) {
      if (action !== 'BACK' || layers.at(-1) !== layer) return false
      onClose()
      return true
    },
    disabled: !opened,
    enableBeforeUnload: false,
  })
}
