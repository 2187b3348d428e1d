/** Throttles refreshes by id: at most one per interval, and the last call is never lost. */
export function createRefresher(refresh: (id: string) => void) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  function now(id: string) {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    refresh(id)
  }

  return {
    /** Refreshes `id` immediately and cancels its pending refresh. */
    now,
    /** Refreshes `id` within `afterMs`, unless a refresh is already pending. */
    soon(id: string, afterMs: number) {
      if (waiting.has(id)) return
      waiting.set(
        id,
        setTimeout(() => now(id), afterMs),
      )
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
