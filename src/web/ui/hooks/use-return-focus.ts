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
    return () => returnFocus(opener)
  }, [fromTheStart])
}

/**
 * Once a layer is gone, focuses what had the focus before, unless something else has taken it. The screen gets it when
 * nothing had it: a button loses it while its request runs.
 */
export function returnFocus(opener: Element | null = null) {
  setTimeout(() => {
    const isTaken = document.activeElement !== null && document.activeElement !== document.body
    if (isTaken) return
    const target = opener === null || opener === document.body ? document.querySelector('main') : opener
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })
}
