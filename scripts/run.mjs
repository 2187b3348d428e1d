// Starting other programs: quietly with their words kept, or in the foreground with our own terminal.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stop } from './say.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** The oldest Node that runs the server's TypeScript as it stands. */
const SERVER_NODE_MAJOR = 24

/**
 * The Node that runs the product: the pinned one from the dependencies, else this one when it is new enough.
 * @throws {Stop} when there is neither
 */
export function productNode() {
  if (existsSync(bin('node'))) return bin('node')
  if (Number(process.versions.node.split('.')[0]) >= SERVER_NODE_MAJOR) return process.execPath
  throw new Stop(
    'The package "node" was installed without its install script, so Node 24 is missing. ' +
      'Delete node_modules, allow install scripts (npm config set ignore-scripts false) and start again.',
  )
}

/** The environment with the product's own programs first on PATH, so that `#!/usr/bin/env node` finds Node 24. */
export function productEnv(extra = {}) {
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`, ...extra }
}

/**
 * Runs a program without showing its words.
 * @returns {Promise<{ code: number, output: string }>} the exit code (127 when there is no such program) and both streams
 */
export function runQuietly(command, args, { cwd = root, env = process.env, onSpawn = (_pid) => {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid) onSpawn(child.pid)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), output }))
  })
}

/** Runs a program with our own terminal. Resolves to its exit code, 128 + the signal's number when one ended it. */
export function runHere(command, args, { cwd = root, env = process.env, stdio = 'inherit', onSpawn = (_child) => {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio })
    onSpawn(child)
    child.on('error', (error) => reject(new Stop(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}

/** Like `runHere`, ended with everything it started when it takes longer than `timeoutMs`; resolves to 124 then. */
export function runWithin(timeoutMs, command, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that what it started ends with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
    let timedOut = false
    const deadline = setTimeout(() => {
      timedOut = true
      endGroup(child.pid)
    }, timeoutMs)
    const interrupt = () => {
      endGroup(child.pid)
      process.exit(130)
    }
    process.once('SIGINT', interrupt)
    process.once('SIGTERM', interrupt)
    child.on('error', (error) => reject(new Stop(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => {
      clearTimeout(deadline)
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
      endGroup(child.pid)
      resolve(timedOut ? 124 : (code ?? exitCodeOf(signal)))
    })
  })
}

/** Ends what is left of a program's process group. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left of it.
  }
}
