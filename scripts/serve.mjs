// Runs the server in the foreground under the product's own Node: signals reach it, its exit code is ours.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productNode, root, runHere } from './run.mjs'

const LOOK_AGAIN_MS = 500

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
      join(root, 'scripts', 'launched.mjs'),
      join(root, 'src', 'server', 'main.ts'),
      ...args,
    ],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      onSpawn: (server) => {
        const tell = (signal) => void (server.connected && server.send(signal))
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tell(signal))
        stopWatching = onceNpmIsGone(() => tell('SIGTERM'))
      },
    },
  )
  stopWatching()
  return code
}

/** Between npm, when it started us, and this process stands the shell that npm runs scripts with. */
function onceNpmIsGone(act) {
  const npm = process.env.npm_lifecycle_event ? parentOf(process.ppid) : null
  if (npm === null) return () => {}
  const watch = setInterval(() => {
    if (parentOf(process.ppid) === npm) return
    clearInterval(watch)
    act()
  }, LOOK_AGAIN_MS)
  return () => clearInterval(watch)
}

/** Where the system tells it without starting a program; elsewhere null. */
function parentOf(pid) {
  try {
    // "123 (sh) S 122 …": the name may hold spaces and brackets, so what follows is counted from the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
