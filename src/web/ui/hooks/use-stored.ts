import { useCallback, useEffect, useState } from 'react'
import { browserStorage } from './storage.ts'

/**
 * State kept in local storage under `key`; a null key keeps it in memory. A stored value that is not `isValid` is
 * ignored.
 *
 * Not `useLocalStorage` of @mantine/hooks 9.7: when the key changes it first renders the value of the old key, here
 * that of another crawl or user; it stores the default of every key it has seen; and it has no null key.
 */
export function useStored<T>(key: string | null, initial: T, isValid: (stored: unknown) => stored is T) {
  const [entry, setEntry] = useState(() => ({ key, value: read(key, initial, isValid) }))
  // Another key is another state.
  const current = entry.key === key ? entry : { key, value: read(key, initial, isValid) }
  if (current !== entry) setEntry(current)

  useEffect(() => {
    const { key: of, value } = entry
    if (of !== null) browserStorage.set(of, value === initial ? null : JSON.stringify(value))
  }, [entry, initial])

  const setValue = useCallback((change: T | ((value: T) => T)) => {
    setEntry((previous) => ({
      key: previous.key,
      // A function is always an update: no stored state is a function.
      value: typeof change === 'function' ? (change as (value: T) => T)(previous.value) : change,
    }))
  }, [])
  return [current.value, setValue] as const
}

function read<T>(key: string | null, initial: T, isValid: (stored: unknown) => stored is T): T {
  const stored = key === null ? null : browserStorage.getJson(key)
  return isValid(stored) ? stored : initial
}
