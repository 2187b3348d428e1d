import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns the focus when a layer that is mounted only while open is unmounted. Mantine's Modal returns it only on
 * `opened={false}`, and not if nothing had it when the layer opened, as after a button that is disabled while its request
 * runs: for that, the result is to be called once the layer is gone.
 */
export function useReturnFocus(opened: boolean): () => void {
  const [fromTheStart] = useState(opened)
  const nothingHadIt = useRef(false)
  useLayoutEffect(() => {
    if (opened) nothingHadIt.current = document.activeElement === document.body
  }, [opened])
  useLayoutEffect(() => {
    if (!fromTheStart) return undefined
    const opener = document.activeElement
    return () => returnFocus(opener)
  }, [fromTheStart])
  return () => {
    if (nothingHadIt.current) returnFocus(document.body)
  }
}

/** Focuses what had the focus before, unless something else has taken it; the screen if nothing had it. */
function returnFocus(opener: Element | null) {
  setTimeout(() => {
    const isTaken = document.activeElement !== null && document.activeElement !== document.body
    if (isTaken) return
    const target = opener === document.body ? document.querySelector('main') : opener
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })
}
