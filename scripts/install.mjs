// Installs the locked dependencies when they are missing or stale.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { bin, root, runQuietly } from './run.mjs'
import { Stop, keepLog, stage } from './say.mjs'

/** Without a network npm's own pauses between tries add up to more than a minute of silence. */
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']

export const LOCK_FILE = join(root, '.cache', 'install.lock')

/**
 * @param {{ withDevelopment: boolean }} need whether the packages for testing and developing are needed too
 * @throws {Stop} with a sentence when npm fails
 */
export async function installDependencies({ withDevelopment }) {
  if (isInstalled(root, { withDevelopment }) && isOfThisMachine()) return
  await oneAtATime(LOCK_FILE, async (report) => {
    // Whoever held the lock before us may have installed them.
    if (isInstalled(root, { withDevelopment }) && isOfThisMachine()) return
    await stage('Installing the dependencies (about a minute)', () => npmCi(withDevelopment, report))
  })
}

/**
 * True when node_modules holds what package-lock.json asks for. npm writes node_modules/.package-lock.json last, so an
 * install that was cut off has none, and one made by hand counts too.
 * @param {string} folder
 * @param {{ withDevelopment: boolean }} need
 */
export function isInstalled(folder, { withDevelopment }) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages ?? {}
  const present = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!present || !existsSync(join(folder, 'node_modules', '.bin'))) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const notNeeded = path === '' || entry.optional || ((entry.dev || entry.devOptional) && !withDevelopment)
    return notNeeded || (present[path]?.version === entry.version && present[path]?.integrity === entry.integrity)
  })
}

/** A node_modules that was copied from another kind of machine has a Node that does not run here. */
function isOfThisMachine() {
  return !existsSync(bin('node')) || spawnSync(bin('node'), ['--version']).status === 0
}

async function npmCi(withDevelopment, report) {
  const { code, output } = await runQuietly(
    'npm',
    ['ci', ...QUIETLY, ...(withDevelopment ? ['--include=dev'] : [])],
    { env: environmentForNpm(), onSpawn: report },
  )
  if (code === 0) return
  const log = keepLog(join(root, '.cache', 'install.log'), output)
  throw new Stop(installFailure(code, output, log))
}

/**
 * npm runs on the machine's own Node: the one in node_modules/.bin is deleted while npm works. What an outer npm put
 * into the environment about itself would make the inner one use that Node again.
 */
function environmentForNpm() {
  const env = { ...process.env }
  for (const name of ['NODE', 'npm_node_execpath', 'npm_execpath', 'NODE_OPTIONS']) delete env[name]
  const ours = join(root, 'node_modules')
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter)
  return env
}

/**
 * One sentence about a failed `npm ci`.
 * @param {number} code
 * @param {string} output
 * @param {string} log where the whole output was written
 */
export function installFailure(code, output, log) {
  if (code === 127) return 'npm was not found. Install Node 20 or newer, which brings npm, and start again.'
  if (/ENOSPC|no space left/i.test(output)) {
    return 'The disk is full: the dependencies need about 700 MB. Make room and start again.'
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `npm may not write into ${join(root, 'node_modules')}. Give your user the right to write there and start again. Details: ${log}`
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
