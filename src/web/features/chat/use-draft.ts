import { useEffect, useState } from 'react'

/** What is typed and not sent, kept for this tab and this address: a reload, or a line that breaks, does not cost it. */
export function useDraft() {
  const [key] = useState(() => `readback:draft:${location.pathname}${location.search}`)
  const [text, setText] = useState(() => read(key))
  useEffect(() => {
    try {
      if (text === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    } catch {
      // A full or forbidden store costs the reload its memory, nothing more.
    }
  }, [key, text])
  return [text, setText] as const
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
