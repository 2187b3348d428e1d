// Loaded into the server by serve.mjs: when the script that started it is killed, the server closes in good order
// instead of staying behind with the port and the database.
import { isMainThread } from 'node:worker_threads'

const parent = process.ppid

// A worker thread is given the same --import; one watch for the process is enough.
if (isMainThread) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
