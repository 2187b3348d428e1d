import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * A ref for a prerendered input: keeps what was typed before hydration, which React would reset.
 */
export function useEarlyInput(take: (typed: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const taken = useEffectEvent(take)
  useLayoutEffect(() => {
    const { value, defaultValue } = field.current ?? {}
    if (value !== undefined && value !== defaultValue) taken(value)
  }, [])
  return field
}
