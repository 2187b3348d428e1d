// Loaded into the server by serve.mjs, which speaks to it over a channel: signals arrive once, and when the script is
// killed the server closes in good order instead of staying behind with the port and the database.
import { constants } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'

/** A terminal, or whoever signals the whole group, reaches the server by itself; its own copy comes within this time. */
const OWN_COPY_MS = 200

// A worker thread is given the same --import.
if (isMainThread && process.channel) {
  const seen = new Set()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      seen.add(signal)
      // Until the server listens for it, a signal ends the process as it would without us.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
  process.on('message', async (signal) => {
    await sleep(OWN_COPY_MS)
    if (!seen.has(signal)) process.kill(process.pid, signal)
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
