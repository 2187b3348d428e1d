// Installs the locked dependencies when they are missing or stale.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { bin, root, runCaptured } from './run.mjs'
import { ScriptError, writeLogFile, step } from './terminal.mjs'

/** npm's default retry delays add up to more than a minute without output when there is no network. */
const NPM_OPTIONS = [
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=10000',
]

export const LOCK_FILE = join(root, '.cache', 'install.lock')

/**
 * @param {{ withDevelopment: boolean }} options whether development dependencies are needed too
 * @throws {ScriptError} when npm fails
 */
export async function installDependencies({ withDevelopment }) {
  if (isInstalled(root, { withDevelopment }) && isForThisPlatform()) return
  await withFileLock(LOCK_FILE, async (reportChild) => {
    // The previous lock holder may have installed them.
    if (isInstalled(root, { withDevelopment }) && isForThisPlatform()) return
    await step('Installing the dependencies (about a minute)', () => npmCi(withDevelopment, reportChild))
  })
}

/**
 * True when node_modules matches package-lock.json. npm writes node_modules/.package-lock.json last, so an interrupted
 * install lacks it, and a manual `npm ci` counts.
 * @param {string} folder
 * @param {{ withDevelopment: boolean }} options
 */
export function isInstalled(folder, { withDevelopment }) {
  const required = readJson(join(folder, 'package-lock.json'))?.packages ?? {}
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!installed || !existsSync(join(folder, 'node_modules', '.bin'))) return false
  return Object.entries(required).every(([path, entry]) => {
    const isOptional = path === '' || entry.optional || ((entry.dev || entry.devOptional) && !withDevelopment)
    return isOptional || (installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity)
  })
}

/** False when node_modules was copied from another platform: its Node does not run here. */
function isForThisPlatform() {
  return !existsSync(bin('node')) || spawnSync(bin('node'), ['--version']).status === 0
}

async function npmCi(withDevelopment, reportChild) {
  const { code, output } = await runCaptured(
    'npm',
    ['ci', ...NPM_OPTIONS, withDevelopment ? '--include=dev' : '--omit=dev'],
    {
      env: npmEnv(),
      onSpawn: reportChild,
    },
  )
  if (code === 0) return
  const log = writeLogFile(join(root, '.cache', 'install.log'), output)
  throw new ScriptError(installFailure(code, output, log))
}

/**
 * An environment in which npm runs on the machine's Node, because npm deletes the one in node_modules/.bin while it
 * works. Variables set by an outer npm would select that Node again.
 */
function npmEnv() {
  const env = { ...process.env }
  for (const name of ['NODE', 'npm_node_execpath', 'npm_execpath', 'NODE_OPTIONS']) delete env[name]
  const modules = join(root, 'node_modules')
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)
  return env
}

/**
 * The error message for a failed `npm ci`.
 * @param {number} code
 * @param {string} output
 * @param {string} log the file that holds the full output
 */
export function installFailure(code, output, log) {
  if (code === 127) return 'npm was not found. Install Node 20 or newer, which brings npm, and start again.'
  if (/ENOSPC|no space left/i.test(output)) {
    return 'The disk is full. The dependencies need about 900 MB. Free some space and start again.'
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `npm cannot write to ${join(root, 'node_modules')}. Give your user write permission and start again. Details: ${log}`
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(output)) {
    return `npm could not reach its registry, so the dependencies were not installed. Check the network and start again. Details: ${log}`
  }
  return `npm could not install the dependencies. Details: ${log}`
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
