/** Whose turn it is on the one session: first come, first served. */

export type Turns = {
  /** Resolves to the function that ends the turn. Rejects with `tooLate()` when the turn does not come in time. */
  take(limitMs: number, tooLate: () => Error): Promise<() => void>
  /** Whether somebody has it, and how many wait. */
  state(): { taken: boolean; waiting: number }
}

export function createTurns(): Turns {
  const queue: (() => void)[] = []
  let taken = false

  const next = () => {
    const start = queue.shift()
    if (start) start()
    else taken = false
  }

  return {
    take(limitMs, tooLate) {
      if (!taken) {
        taken = true
        return Promise.resolve(once(next))
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(limit)
          resolve(once(next))
        }
        const limit = setTimeout(() => {
          queue.splice(queue.indexOf(start), 1)
          reject(tooLate())
        }, limitMs)
        queue.push(start)
      })
    },
    state: () => ({ taken, waiting: queue.length }),
  }
}

function once(action: () => void) {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}
