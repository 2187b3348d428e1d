import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a field of the screen that stands in the document before the script has come: a ref, by which what was typed until
 * then is taken, so that React does not put back what it knows.
 */
export function useTypedEarly(take: (typed: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const taken = useEffectEvent(take)
  useLayoutEffect(() => {
    const { value, defaultValue } = field.current ?? {}
    if (value !== undefined && value !== defaultValue) taken(value)
  }, [])
  return field
}
