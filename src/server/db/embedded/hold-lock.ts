/**
 * One process on one directory. The engine takes no lock of its own, and two processes on one directory lose each
 * other's commits in silence; so a lock of the kernel is held for the life of the process and is freed by its death.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/start-error.ts'

/** Takes the lock of `dataDir` and answers the function that lets it go. Throws StartError when another process has it. */
export function holdLock(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new StartError(
      `${dataDir} is already in use by another running Readback. Stop that one, or give this one its own directory with DATA_DIR.`,
      { cause: error },
    )
  }
  return () => file.close()
}

function isBusy(error: unknown) {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
