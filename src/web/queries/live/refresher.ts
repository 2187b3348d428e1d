/** Throttles refreshes by id: at most one per delay, and the last request is never lost. */
export function createRefresher(refresh: (id: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function refreshNow(id: string) {
    clearTimeout(timers.get(id))
    timers.delete(id)
    refresh(id)
  }

  return {
    /** Cancels the pending refresh of `id`. */
    refreshNow,
    /** Does nothing when a refresh of `id` is pending. */
    refreshAfter(id: string, delayMs: number) {
      if (timers.has(id)) return
      const timer = setTimeout(() => refreshNow(id), delayMs)
      timers.set(id, timer)
    },
    cancelAll() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
