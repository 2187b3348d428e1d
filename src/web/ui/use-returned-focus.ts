import { useLayoutEffect, useState } from 'react'

/**
 * Gives the focus back to whoever had it when something that stands on the screen only while it is open came up.
 * The modal itself does so only when it is told to close, not when it is taken away while open. `opened` counts at first.
 */
export function useReturnedFocus(opened: boolean) {
  const [fromTheStart] = useState(opened)
  useLayoutEffect(() => {
    if (!fromTheStart) return undefined
    const opener = document.activeElement
    return () => {
      // Once it is gone. Where something else has taken the focus by then, it keeps it.
      setTimeout(() => {
        const nobodyHasIt = document.activeElement === null || document.activeElement === document.body
        if (nobodyHasIt && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [fromTheStart])
}
