import { useState } from 'react'

/** A long chat is drawn from its end: its first answers wait until somebody wants them. */
const SHOWN_AT_FIRST = 40
const MORE_AT_ONCE = 100

/** From which place on messages are drawn; `showEarlier` takes it further back, and null says that all are there. */
export function useLatestMessages(count: number) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const from = Math.max(0, count - shown)
  // What is asked from now on does not push anything out.
  const [before, setBefore] = useState(count)
  if (count > before && before > 0) setShown(shown + count - before)
  if (count !== before) setBefore(count)
  return { from, showEarlier: from > 0 ? () => setShown((old) => old + MORE_AT_ONCE) : null }
}
