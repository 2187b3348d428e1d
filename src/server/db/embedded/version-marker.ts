/**
 * Which engine wrote the directory. Data of one minor version does not open in the next, and the engine says nothing
 * a person could act on; so the version stands beside the directory and is compared before the engine is started.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/start-error.ts'

const Manifest = z.object({ version: z.string() })

/** Throws StartError when the database under `dataDir` was written by another version of the engine. */
export function checkVersion(dataDir: string) {
  const directory = databaseDirectory(dataDir)
  if (!existsSync(join(directory, 'PG_VERSION'))) return
  const written = existsSync(markerFile(dataDir)) ? readFileSync(markerFile(dataDir), 'utf8').trim() : 'an unknown version'
  if (written === engineVersion()) return
  throw new StartError(
    `The database in ${directory} was written by embedded engine ${written}, and this version of Readback has ${engineVersion()}, ` +
      'which cannot read it. Run "npm run export -- FILE" with the Readback that wrote it, move the directory away, ' +
      'and run "npm run import -- FILE" with this one.',
  )
}

/** Before a new database is made: the marker is there first, so a database is never without one. */
export function writeVersion(dataDir: string) {
  const draft = `${markerFile(dataDir)}.new`
  writeFileSync(draft, `${engineVersion()}\n`)
  renameSync(draft, markerFile(dataDir))
}

/** The part of the engine's version that decides about the format: "0.5" of 0.5.16. */
function engineVersion() {
  // The package does not export its manifest, which lies one floor above its entry.
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')))
  return manifest.version.split('.').slice(0, 2).join('.')
}

export function databaseDirectory(dataDir: string) {
  return join(dataDir, 'database')
}

function markerFile(dataDir: string) {
  return join(dataDir, 'database.version')
}
