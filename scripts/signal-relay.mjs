// Preloaded into the server by serve.mjs and dev-servers.mjs, which send signals over an IPC channel. Each signal is
// handled once, and when the parent dies the server shuts down instead of keeping the port and the database open.
import { constants } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A terminal signals the whole process group, so the server may receive the signal directly as well, within this time.
 */
const DIRECT_SIGNAL_WAIT_MS = 200

// Worker threads inherit --import.
if (isMainThread && process.channel) {
  const received = new Set()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      received.add(signal)
      // Until the server has its own listener, keep the default behavior: exit.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
  process.on('message', async (signal) => {
    await sleep(DIRECT_SIGNAL_WAIT_MS)
    if (!received.has(signal)) process.kill(process.pid, signal)
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
