import { useLayoutEffect, useState } from 'react'

/**
 * Returns the focus when a layer that is mounted only while open is unmounted. Mantine's Modal returns it only on
 * `opened={false}`.
 */
export function useReturnFocus(opened: boolean) {
  const [fromTheStart] = useState(opened)
  useLayoutEffect(() => {
    if (!fromTheStart) return undefined
    const opener = document.activeElement
    return () => {
      // After unmounting, unless something else has taken the focus.
      setTimeout(() => {
        const nobodyHasIt = document.activeElement === null || document.activeElement === document.body
        if (nobodyHasIt && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [fromTheStart])
}
