import { useEffect, useRef } from 'react'

/**
 * A ref for what takes the focus when a change of `state` has removed or hidden the element that had it, such as the
 * button that started the change.
 * @param alsoAtFirst on mount too: that removed what had the focus
 */
export function useFocusWhenLost<Target extends HTMLElement>(state: unknown, alsoAtFirst = false) {
  const target = useRef<Target>(null)
  const shown = useRef(alsoAtFirst ? NONE : state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const { activeElement } = document
    const isLost = activeElement === document.body || !activeElement?.checkVisibility()
    if (isLost) target.current?.focus({ preventScroll: true })
  }, [state])
  return target
}

const NONE = {}
