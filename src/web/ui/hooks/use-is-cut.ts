import { type RefObject, useEffect, useState } from 'react'

/** Whether the browser cut the latest input, such as a pasted text, at `maxLength` characters. */
export function useIsCut(input: RefObject<HTMLTextAreaElement | null>, maxLength: number): boolean {
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const field = input.current
    // React's own event has no text in some browsers.
    const onBeforeInput = ({ data }: InputEvent) => {
      if (!field) return
      const kept = field.value.length - (field.selectionEnd - field.selectionStart)
      setIsCut(data !== null && kept + data.length > maxLength)
    }
    field?.addEventListener('beforeinput', onBeforeInput)
    return () => field?.removeEventListener('beforeinput', onBeforeInput)
  }, [input, maxLength])
  return isCut
}
