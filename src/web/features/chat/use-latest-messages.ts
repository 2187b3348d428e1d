import { startTransition, useEffect, useState } from 'react'

/** A long chat is drawn from its end: its first answers wait until somebody wants them. */
const SHOWN_AT_FIRST = 40
const MORE_AT_ONCE = 100
/** So many are drawn between two frames: what is typed or clicked meanwhile is not kept waiting. */
const PART = 10

/**
 * From which place on messages are drawn, and how many are left before it; `showEarlier` takes it further back, and null
 * says that all are there, or on their way.
 */
export function useLatestMessages(count: number) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const [wanted, setWanted] = useState(SHOWN_AT_FIRST)
  // What is asked from now on does not push anything out.
  const [before, setBefore] = useState(count)
  if (count > before && before > 0) {
    setShown(shown + count - before)
    setWanted(wanted + count - before)
  }
  if (count !== before) setBefore(count)
  useEffect(() => {
    if (shown >= wanted) return
    const next = setTimeout(() => startTransition(() => setShown(Math.min(wanted, shown + PART))))
    return () => clearTimeout(next)
  }, [shown, wanted])

  const left = Math.max(0, count - wanted)
  return {
    from: Math.max(0, count - shown),
    left,
    showEarlier: left > 0 ? () => setWanted((old) => old + MORE_AT_ONCE) : null,
  }
}
