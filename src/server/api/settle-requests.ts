import type { Server } from 'node:http'

const LOOK_AGAIN_MS = 50

/**
 * Takes no more connections and waits, at most `graceMs`, until those that are open have had their answers. A connection
 * that is kept for a next request is closed as soon as it waits for one.
 */
export function settleRequests(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS)
    const late = setTimeout(done, graceMs)
    server.close(done)

    function done() {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    }
  })
}
