// A lock file, so that two `npm start` in one clone never install or build at the same time.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ScriptError, print } from './terminal.mjs'

const POLL_INTERVAL_MS = 250
/** Longer than any observed install. Bounds the wait when another program has reused the holder's process ID. */
const TIMEOUT_MS = 10 * 60_000
/** A takeover takes a few file operations; if its file is older than this, the process was killed during it. */
const TAKEOVER_STALE_MS = 10_000

/**
 * Runs `work` while holding `lockFile`. The file lists the holder's process ID and the child processes that `work`
 * reports, because npm keeps running when only the script that started it is killed. When all listed processes are
 * dead, the next waiting process takes the lock over.
 * @template T
 * @param {string} lockFile
 * @param {(reportChild: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFileLock(lockFile, work) {
  mkdirSync(dirname(lockFile), { recursive: true })
  const startedAt = Date.now()
  let announced = false
  while (!createExclusively(lockFile)) {
    const holders = holdersOf(lockFile)
    if (holders && !holders.some(isAlive)) {
      takeOver(lockFile, holders)
      continue
    }
    if (!announced) print('Another start is installing or building in this folder. Waiting …')
    announced = true
    if (Date.now() - startedAt > TIMEOUT_MS) {
      throw new ScriptError(
        `Another start has held ${lockFile} for ten minutes. Stop it, or delete that file, and start again.`,
      )
    }
    await sleep(POLL_INTERVAL_MS)
  }
  try {
    return await work((pid) => writeFileSync(lockFile, `${process.pid} ${pid}`))
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function createExclusively(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The process IDs that hold the lock; null while the file is being written or after its release. */
function holdersOf(lockFile) {
  try {
    const pids = readFileSync(lockFile, 'utf8').split(' ').filter(Boolean).map(Number)
    // Created but never written: the process died in between, for example on a full disk.
    const abandoned = Date.now() - statSync(lockFile).mtimeMs > TAKEOVER_STALE_MS
    return pids.length > 0 || abandoned ? pids : null
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Only the process that creates the takeover file may delete the lock, and only if it still lists the dead holders. */
function takeOver(lockFile, deadHolders) {
  const takeover = `${lockFile}.takeover`
  try {
    if (Date.now() - statSync(takeover).mtimeMs > TAKEOVER_STALE_MS) rmSync(takeover, { force: true })
  } catch {
    // No takeover is running.
  }
  if (!createExclusively(takeover)) return
  if (String(holdersOf(lockFile)) === String(deadHolders)) rmSync(lockFile, { force: true })
  rmSync(takeover, { force: true })
}
