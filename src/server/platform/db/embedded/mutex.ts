export type Mutex = {
  /**
   * Resolves to the function that releases the mutex. Rejects with `onTimeout()` after `limitMs`. First come, first
   * served.
   */
  acquire(limitMs: number, onTimeout: () => Error): Promise<() => void>
  state(): { locked: boolean; waiting: number }
}

export function createMutex(): Mutex {
  const queue: (() => void)[] = []
  let locked = false

  const next = () => {
    const start = queue.shift()
    if (start) start()
    else locked = false
  }

  return {
    acquire(limitMs, onTimeout) {
      if (!locked) {
        locked = true
        return Promise.resolve(once(next))
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer)
          resolve(once(next))
        }
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(start), 1)
          reject(onTimeout())
        }, limitMs)
        queue.push(start)
      })
    },
    state: () => ({ locked, waiting: queue.length }),
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
