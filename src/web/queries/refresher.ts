/** Lets many calls for one id become few refreshes: at most one per interval while they keep coming, none forgotten. */
export function createRefresher(refresh: (id: string) => void) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  function now(id: string) {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    refresh(id)
  }

  return {
    /** Refreshes `id` at once, in place of a refresh that was waiting. */
    now,
    /** Refreshes `id` within `afterMs`, unless a refresh is on its way already. */
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
