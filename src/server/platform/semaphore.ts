/** Counting semaphores over all processes of an installation. A process that dies loses the slots it holds. */
export type Semaphore = {
  /** Acquires one slot of each name, or none: then `full` is the first name without a free slot. */
  acquire(requests: SlotRequest[]): Promise<HeldSlots | { full: string }>
  /**
   * Calls back when any process releases a slot; a process that dies sends nothing. Returns the function that
   * unsubscribes.
   */
  onRelease(callback: () => void): () => void
}

export type SlotRequest = { name: string; limit: number }
export type HeldSlots = { release: () => Promise<void> }

/** Counts in memory: for a database that only one process uses. */
export function createLocalSemaphore(): Semaphore {
  const held = new Map<string, number>()
  const listeners = new Set<() => void>()
  const add = (name: string, change: number) => held.set(name, (held.get(name) ?? 0) + change)
  return {
    async acquire(requests) {
      const full = requests.find(({ name, limit }) => (held.get(name) ?? 0) >= limit)
      if (full) return { full: full.name }
      for (const { name } of requests) add(name, 1)
      const release = async () => {
        for (const { name } of requests) {
          add(name, -1)
          if (held.get(name) === 0) held.delete(name)
        }
        for (const callback of listeners) callback()
      }
      return { release }
    },
    onRelease(callback) {
      listeners.add(callback)
      return () => void listeners.delete(callback)
    },
  }
}
