// Runs the server in the foreground under the product's Node, forwards signals to it and returns its exit code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastLoading, freeLargeBuffers, productNode, root, runInForeground, serverProgram } from './run.mjs'

const PARENT_POLL_INTERVAL_MS = 500

/**
 * @param {string[]} [args] arguments for the server
 * @returns {Promise<number>} the server's exit code
 */
export async function serve(args = []) {
  let stopWatching = () => {}
  const code = await runInForeground(
    productNode(),
    [
      // Some Node modules print an experimental warning, which would be the first line a new user sees.
      '--disable-warning=ExperimentalWarning',
      // V8 sizes its young generation by the machine: the default costs 150 MB at start without saving processor time.
      '--max-semi-space-size=8',
      '--import',
      join(root, 'scripts', 'signal-relay.mjs'),
      serverProgram('main'),
      ...args,
    ],
    {
      env: { ...process.env, ...freeLargeBuffers, ...fastLoading() },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      onSpawn: (server) => {
        const forward = (signal) => void (server.connected && server.send(signal))
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forward(signal))
        stopWatching = onNpmExit(() => forward('SIGTERM'))
      },
    },
  )
  stopWatching()
  return code
}

/** Calls `onExit` when the npm that started this script dies. npm is the parent of our parent, the script's shell. */
function onNpmExit(onExit) {
  const npm = process.env.npm_lifecycle_event ? parentOf(process.ppid) : null
  if (npm === null) return () => {}
  const watch = setInterval(() => {
    if (parentOf(process.ppid) === npm) return
    clearInterval(watch)
    onExit()
  }, PARENT_POLL_INTERVAL_MS)
  return () => clearInterval(watch)
}

/** The parent process ID on systems with /proc, else null. */
function parentOf(pid) {
  try {
    // "123 (sh) S 122 …": the name may contain spaces and parentheses, so count fields from the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
