import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Citation } from '#shared/chat/chats.ts'
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
    // In a narrow window the opener is hidden until then.
    flushSync(() => setOpenPage(null))
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  const showPage = useCallback((pageId: string) => open({ pageId, citation: null }), [open])
  const showCitation = useCallback(
    (citation: Citation, others?: readonly string[]) =>
      open({ pageId: citation.pageId, citation, ...(others && { others }) }),
    [open],
  )
  return { openPage, showPage, showCitation, close }
}
