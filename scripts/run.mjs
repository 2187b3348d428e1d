// Starts other programs: with captured output, or in the foreground on this terminal.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ScriptError } from './terminal.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** False in the published package, which contains JavaScript and the built web app. */
export const isClone = existsSync(join(root, 'src', 'server', 'main.ts'))

/** The path of a program of the server, such as 'main' or 'cli/admin'. */
export const serverProgram = (name) => join(root, 'src', 'server', `${name}.${isClone ? 'ts' : 'js'}`)

/** The oldest Node that runs the server's TypeScript without a build. */
const SERVER_NODE_MAJOR = 24

const isServerNode = Number(process.versions.node.split('.')[0]) >= SERVER_NODE_MAJOR

export const hasProductNode = () => isServerNode || existsSync(bin('node'))

/**
 * The Node that runs the product: the pinned dependency, else the current one if it is new enough.
 * @throws {ScriptError} when neither is available
 */
export function productNode() {
  if (existsSync(bin('node'))) return bin('node')
  if (isServerNode) return process.execPath
  if (!isClone) throw new ScriptError(`Readback needs Node ${SERVER_NODE_MAJOR} or newer; this is ${process.version}.`)
  throw new ScriptError(
    'Node 24 is missing: the package "node" was not installed, or without its install script. Delete node_modules, ' +
      'allow install scripts (npm config set ignore-scripts false) and run npm start, or install Node 24.',
  )
}

/** The environment with node_modules/.bin first on PATH, so that `#!/usr/bin/env node` finds Node 24. */
export function productEnv(extra = {}) {
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`, ...extra }
}

/**
 * The C library then returns every buffer of a large page to the system. By default it keeps them in its heaps, 100 MB
 * at the start and 200 MB after a few large pages. Also in Dockerfile and deploy/readback.service.
 */
export const freeLargeBuffers = { MALLOC_MMAP_THRESHOLD_: '1048576' }

/** Environment variables with which Node needs a third less CPU time to load the server's modules. */
export function fastLoading() {
  const hooks = pathToFileURL(join(root, 'scripts', 'fast-resolution.mjs')).href
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hooks}`.trim(),
  }
}

/**
 * Runs a program and captures its output.
 * @returns {Promise<{ code: number, output: string }>} the exit code (127 when the program is missing) and both streams
 */
export function runCaptured(command, args, { cwd = root, env = process.env, onSpawn = (_pid) => {} } = {}) {
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

/** Runs a program on this terminal. Resolves to its exit code, or 128 + the signal number if a signal ended it. */
export function runInForeground(
  command,
  args,
  { cwd = root, env = process.env, stdio = 'inherit', onSpawn = (_child) => {} } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio })
    onSpawn(child)
    child.on('error', (error) => reject(new ScriptError(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}

/**
 * Like `runInForeground`, but kills the program's whole process group after `timeoutMs` and then resolves to 124.
 * @param {number} timeoutMs
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function runWithTimeout(timeoutMs, command, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    // `detached` creates a process group, which can be killed as a whole.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
    let timedOut = false
    const deadline = setTimeout(() => {
      timedOut = true
      killGroup(child.pid)
    }, timeoutMs)
    const interrupt = () => {
      killGroup(child.pid)
      process.exit(130)
    }
    process.once('SIGINT', interrupt)
    process.once('SIGTERM', interrupt)
    child.on('error', (error) => reject(new ScriptError(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => {
      clearTimeout(deadline)
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
      killGroup(child.pid)
      resolve(timedOut ? 124 : (code ?? exitCodeOf(signal)))
    })
  })
}

/** Kills the remaining processes of a program's process group. */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is already empty.
  }
}
