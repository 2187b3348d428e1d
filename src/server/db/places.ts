/**
 * Places of which there are so many over all processes of an installation, such as answers being written at once. Whoever
 * holds one when its process dies has lost it.
 */
export type Places = {
  /** One place of each name, or none at all: then `full` is the first name that had none left. */
  take(wanted: WantedPlace[]): Promise<TakenPlaces | { full: string }>
  /** Calls back when somebody has left a place, in whichever process; one that died says nothing. Answers the end of it. */
  onLeft(called: () => void): () => void
}

export type WantedPlace = { name: string; most: number }
export type TakenPlaces = { leave: () => Promise<void> }

/** Counted in memory: for a database that one process has to itself. */
export function countPlaces(): Places {
  const taken = new Map<string, number>()
  const listeners = new Set<() => void>()
  const add = (name: string, change: number) => taken.set(name, (taken.get(name) ?? 0) + change)
  return {
    async take(wanted) {
      const full = wanted.find(({ name, most }) => (taken.get(name) ?? 0) >= most)
      if (full) return { full: full.name }
      for (const { name } of wanted) add(name, 1)
      const leave = async () => {
        for (const { name } of wanted) {
          add(name, -1)
          if (taken.get(name) === 0) taken.delete(name)
        }
        for (const called of listeners) called()
      }
      return { leave }
    },
    onLeft(called) {
      listeners.add(called)
      return () => void listeners.delete(called)
    },
  }
}
