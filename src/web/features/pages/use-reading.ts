import { useCallback, useRef, useState } from 'react'
import type { Reading } from './page-reader.tsx'

/** Which stored page is open; closing gives the focus back to where it was opened from. */
export function useReading() {
  const [reading, setReading] = useState<Reading | null>(null)
  const opener = useRef<Element | null>(null)

  const open = useCallback((next: Reading) => {
    opener.current = document.activeElement
    setReading(next)
  }, [])
  const close = useCallback(() => {
    setReading(null)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const readPage = useCallback((pageId: string) => open({ pageId, sentence: null, verified: true }), [open])
  const readCitation = useCallback(
    (citation: Reading) => open({ pageId: citation.pageId, sentence: citation.sentence, verified: citation.verified }),
    [open],
  )
  return { reading, readPage, readCitation, close }
}
