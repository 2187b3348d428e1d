import { useCallback, useEffect, useState } from 'react'

/**
 * State that survives a reload, kept under `key` in local storage; a null key keeps it in memory alone.
 * What is stored is believed only when `accept` takes it.
 */
export function useStored<T>(key: string | null, initial: T, accept: (stored: unknown) => stored is T) {
  const [held, setHeld] = useState(() => ({ key, value: read(key, initial, accept) }))
  // Another key is another state: what was held belongs to the old one.
  const current = held.key === key ? held : { key, value: read(key, initial, accept) }
  if (current !== held) setHeld(current)

  useEffect(() => {
    if (held.key === null) return
    try {
      if (held.value === initial) localStorage.removeItem(held.key)
      else localStorage.setItem(held.key, JSON.stringify(held.value))
    } catch {
      // A full or forbidden store costs the reload its memory, nothing more.
    }
  }, [held, initial])

  const set = useCallback((change: T | ((value: T) => T)) => {
    setHeld((old) => ({
      key: old.key,
      // A function is always a change: no stored state is a function.
      value: typeof change === 'function' ? (change as (value: T) => T)(old.value) : change,
    }))
  }, [])
  return [current.value, set] as const
}

function read<T>(key: string | null, initial: T, accept: (stored: unknown) => stored is T): T {
  if (key === null) return initial
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return accept(stored) ? stored : initial
  } catch {
    return initial
  }
}
