/** What must hold before the engine opens a data directory: writable, used by one process, in a readable format. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '#server/platform/operator-error.ts'
import { engineVersion } from './engine-package.ts'

/** Creates the directory if it is missing. Throws OperatorError when it is not writable. */
export function prepareDataDir(dataDir: string) {
  try {
    createDirectory(dataDir)
    const probe = join(dataDir, `.writable-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new OperatorError(
      `Readback cannot write to its data directory ${dataDir} (${reason}). Make it writable for this user, or set DATA_DIR to another one.`,
      { cause: error },
    )
  }
}

/** Node's recursive mkdir never returns below a directory that refuses entries, such as /proc. */
function createDirectory(path: string) {
  if (existsSync(path)) return
  createDirectory(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/**
 * Locks `dataDir` for this process and returns the function that unlocks it. Throws OperatorError when another process
 * holds the lock.
 *
 * The engine takes no lock, and two processes on one directory silently lose each other's commits. SQLite supplies a
 * kernel lock, which the kernel releases when the process dies.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new OperatorError(
      `${dataDir} is already in use by another running Readback. Stop that one, or set DATA_DIR to another directory.`,
      { cause: error },
    )
  }
  return () => file.close()
}

function isBusy(error: unknown) {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/**
 * Throws OperatorError when another version of the engine wrote the database below `dataDir`. A minor version of the
 * engine cannot open the data of another, and its own error message is of no help to an operator.
 */
export function checkVersion(dataDir: string) {
  const directory = databaseDirectory(dataDir)
  if (!existsSync(join(directory, 'PG_VERSION'))) return
  const written = existsSync(versionFile(dataDir))
    ? readFileSync(versionFile(dataDir), 'utf8').trim()
    : 'an unknown version'
  if (written === formatVersion()) return
  throw new OperatorError(
    `The database in ${directory} was written by embedded engine ${written}, and this version of Readback has ${formatVersion()}, ` +
      'which cannot read it. Run "npm run export -- FILE" with the Readback that wrote it, move the directory away, ' +
      'and run "npm run import -- FILE" with this one.',
  )
}

/** Call before the database is created, so a database without a version file never exists. */
export function writeVersion(dataDir: string) {
  const draft = `${versionFile(dataDir)}.new`
  writeFileSync(draft, `${formatVersion()}\n`)
  renameSync(draft, versionFile(dataDir))
}

/** The part of the engine's version that determines the format of its data: "0.5" of 0.5.16. */
function formatVersion() {
  return engineVersion().split('.').slice(0, 2).join('.')
}

export function databaseDirectory(dataDir: string) {
  return join(dataDir, 'database')
}

function versionFile(dataDir: string) {
  return join(dataDir, 'database.version')
}
