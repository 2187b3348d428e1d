// Two `npm start` in one clone must not install or build at once: the second waits for the first.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stop, say } from './say.mjs'

const LOOK_AGAIN_MS = 250
/** Longer than any install seen; a process number that was given to another program meanwhile must not hold us for ever. */
const WAIT_AT_MOST_MS = 10 * 60_000
/** Taking over a dead process's lock is a few file operations; a takeover this old was itself killed. */
const TAKEOVER_STALE_MS = 10_000

/**
 * Runs `work` while holding `lockFile`, which names our process and those that `work` reports as working for us: npm
 * goes on for a while when only the script that started it is killed. A lock whose processes have all died is taken over.
 * @template T
 * @param {string} lockFile
 * @param {(report: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(lockFile, work) {
  mkdirSync(dirname(lockFile), { recursive: true })
  const startedAt = Date.now()
  let told = false
  while (!createExclusively(lockFile)) {
    const holders = holdersOf(lockFile)
    if (holders && !holders.some(isAlive)) {
      takeOver(lockFile, holders)
      continue
    }
    if (!told) say('Another start is installing or building here; waiting for it …')
    told = true
    if (Date.now() - startedAt > WAIT_AT_MOST_MS) {
      throw new Stop(
        `Another start has held ${lockFile} for ten minutes. End it, or delete that file, and start again.`,
      )
    }
    await sleep(LOOK_AGAIN_MS)
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

/** The processes that hold the lock; null while it is being written or after it was given back. */
function holdersOf(lockFile) {
  try {
    const pids = readFileSync(lockFile, 'utf8').split(' ').filter(Boolean).map(Number)
    // Created but never filled: its process died in between, on a full disk for instance.
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

/** Only the one process that creates the takeover file may delete the dead ones' lock, and only if it still is that one. */
function takeOver(lockFile, dead) {
  const takeover = `${lockFile}.takeover`
  try {
    if (Date.now() - statSync(takeover).mtimeMs > TAKEOVER_STALE_MS) rmSync(takeover, { force: true })
  } catch {
    // None is under way.
  }
  if (!createExclusively(takeover)) return
  if (String(holdersOf(lockFile)) === String(dead)) rmSync(lockFile, { force: true })
  rmSync(takeover, { force: true })
}
