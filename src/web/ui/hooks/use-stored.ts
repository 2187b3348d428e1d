import { useCallback, useEffect, useState } from 'react'

/**
 * State kept in local storage under `key`; a null key keeps it in memory. A stored value that is not `isValid` is ignored.
 *
 * Not `useLocalStorage` of @mantine/hooks 9.7: when the key changes it first renders the value of the old key, here that
 * of another crawl or user; it stores the default of every key it has seen; and it has no null key.
 */
export function useStored<T>(key: string | null, initial: T, isValid: (stored: unknown) => stored is T) {
  const [entry, setEntry] = useState(() => ({ key, value: read(key, initial, isValid) }))
  // Another key is another state.
  const current = entry.key === key ? entry : { key, value: read(key, initial, isValid) }
  if (current !== entry) setEntry(current)

  useEffect(() => write(entry.key, entry.value, initial), [entry, initial])

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
  if (key === null) return initial
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isValid(stored) ? stored : initial
  } catch {
    return initial
  }
}

function write<T>(key: string | null, value: T, initial: T) {
  if (key === null) return
  try {
    if (value === initial) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // When storage is full or blocked, the value lasts until the next reload.
  }
}
