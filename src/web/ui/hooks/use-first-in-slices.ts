import { useDeferredValue } from 'react'

/**
 * `value`, whose first arrival renders in a transition: React renders a whole screen of data in slices of 5 ms and
 * handles input between them. Later changes, and data that is cached on mount, render immediately.
 */
export function useFirstInSlices<Value>(value: Value | undefined): Value | undefined {
  const first = useDeferredValue(value)
  return first === undefined ? undefined : value
}
