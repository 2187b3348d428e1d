import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'

/** Makes the directory and tries it. Throws StartError when nothing can be written there. */
export function prepareDataDir(dataDir: string) {
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.writable-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new StartError(
      `Readback cannot write to its data directory ${dataDir} (${reason}). Make it writable for this user, or name another one with DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Node's own recursive mkdir never ends below a folder that takes none, such as /proc. */
function makeFolder(path: string) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
