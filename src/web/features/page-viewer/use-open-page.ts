import { useCallback, useRef, useState } from 'react'
import type { OpenPage } from './page-viewer.tsx'

/** Which stored page is open. Closing returns focus to where it was opened from. */
export function useOpenPage() {
  const [openPage, setOpenPage] = useState<OpenPage | null>(null)
  const opener = useRef<Element | null>(null)

  const open = useCallback((page: OpenPage) => {
    opener.current = document.activeElement
    setOpenPage(page)
  }, [])
  const close = useCallback(() => {
    setOpenPage(null)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const showPage = useCallback((pageId: string) => open({ pageId, sentence: null, verified: true }), [open])
  const showCitation = useCallback(
    (citation: OpenPage) => open({ pageId: citation.pageId, sentence: citation.sentence, verified: citation.verified }),
    [open],
  )
  return { openPage, showPage, showCitation, close }
}
