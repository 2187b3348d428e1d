/**
 * Which engine wrote the directory. Data of one minor version does not open in the next, and the engine says nothing
 * a person could act on; so the version stands beside the directory and is compared before the engine is started.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { engineVersion } from './engine-package.ts'

/** Throws StartError when the database under `dataDir` was written by another version of the engine. */
export function checkVersion(dataDir: string) {
  const directory = databaseDirectory(dataDir)
  if (!existsSync(join(directory, 'PG_VERSION'))) return
  const written = existsSync(markerFile(dataDir)) ? readFileSync(markerFile(dataDir), 'utf8').trim() : 'an unknown version'
  if (written === formatVersion()) return
  throw new StartError(
    `The database in ${directory} was written by embedded engine ${written}, and this version of Readback has ${formatVersion()}, ` +
      'which cannot read it. Run "npm run export -- FILE" with the Readback that wrote it, move the directory away, ' +
      'and run "npm run import -- FILE" with this one.',
  )
}

/** Before a new database is made: the marker is there first, so a database is never without one. */
export function writeVersion(dataDir: string) {
  const draft = `${markerFile(dataDir)}.new`
  writeFileSync(draft, `${formatVersion()}\n`)
  renameSync(draft, markerFile(dataDir))
}

/** The part of the engine's version that decides about the format: "0.5" of 0.5.16. */
function formatVersion() {
  return engineVersion().split('.').slice(0, 2).join('.')
}

export function databaseDirectory(dataDir: string) {
  return join(dataDir, 'database')
}

function markerFile(dataDir: string) {
  return join(dataDir, 'database.version')
}
