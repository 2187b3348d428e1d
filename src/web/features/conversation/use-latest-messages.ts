import { startTransition, useEffect, useState } from 'react'

const INITIAL_MESSAGES = 40
const EARLIER_STEP = 100
/** Messages rendered between two frames, so that typing stays responsive. */
const BATCH_SIZE = 10

/**
 * Renders only the latest messages of a long chat. `firstIndex` is the first message to render, `hiddenCount` how many
 * are not requested; `showEarlier` requests more and is null if none are left.
 */
export function useLatestMessages(count: number) {
  const [rendered, setRendered] = useState(INITIAL_MESSAGES)
  const [requested, setRequested] = useState(INITIAL_MESSAGES)
  // New messages extend the window instead of pushing earlier ones out of it.
  const [previousCount, setPreviousCount] = useState(count)
  if (count > previousCount && previousCount > 0) {
    setRendered(rendered + count - previousCount)
    setRequested(requested + count - previousCount)
  }
  if (count !== previousCount) setPreviousCount(count)
  useEffect(() => {
    if (rendered >= requested) return
    const timer = setTimeout(() => startTransition(() => setRendered(Math.min(requested, rendered + BATCH_SIZE))))
    return () => clearTimeout(timer)
  }, [rendered, requested])

  const hiddenCount = Math.max(0, count - requested)
  return {
    firstIndex: Math.max(0, count - rendered),
    hiddenCount,
    showEarlier: hiddenCount > 0 ? () => setRequested((old) => old + EARLIER_STEP) : null,
  }
}
