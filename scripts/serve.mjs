// Runs the server in the foreground under the product's own Node: signals reach it, its exit code is ours.
import { join } from 'node:path'
import { productNode, root, runHere } from './run.mjs'

/** A terminal and npm both pass on the same Ctrl-C; within this time it is one signal. */
const SAME_SIGNAL_MS = 1000

/**
 * @param {string[]} [args] for the server
 * @returns {Promise<number>} the server's exit code
 */
export async function serve(args = []) {
  let stopWatching = () => {}
  const code = await runHere(
    productNode(),
    [
      // node:sqlite still announces itself as experimental; that line would be the first a newcomer reads.
      '--disable-warning=ExperimentalWarning',
      '--import',
      join(root, 'scripts', 'end-with-parent.mjs'),
      join(root, 'src', 'server', 'main.ts'),
      ...args,
    ],
    {
      onSpawn: (server) => {
        forwardSignals(server)
        stopWatching = endWithNpm(server)
      },
    },
  )
  stopWatching()
  return code
}

function forwardSignals(server) {
  const last = {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const repeated = Date.now() - (last[signal] ?? 0) < SAME_SIGNAL_MS
      last[signal] = Date.now()
      // A terminal sends Ctrl-C to the server by itself.
      if (repeated || (signal === 'SIGINT' && process.stdin.isTTY)) return
      server.kill(signal)
    })
  }
}

/** When npm, which started us, is killed, the server must not stay behind and hold the port and the database. */
function endWithNpm(server) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500)
  return () => clearInterval(watch)
}
