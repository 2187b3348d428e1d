/** Starts PGlite on a directory so that its commits reach the disk, and makes the directory when there is none. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { copyTemplate, forgetTemplate, keepTemplate } from './cluster-template.ts'
import { countSyncsOfOneCommit, type DurableFs, syncPath, syncTree } from './durable-fs.ts'
import type { EngineFacts } from './messages.ts'

/**
 * Throws NotDurableError when a commit does not reach the disk. `filesOf` makes the file system of a directory;
 * `compiled` is the engine's program where the caller has it already.
 */
export async function startEngine(
  directory: string, filesOf: (directory: string) => DurableFs, compiled?: WebAssembly.Module,
) {
  const open = (files: DurableFs) => openCluster(files, compiled)
  const started = performance.now()
  const created = !existsSync(join(directory, 'PG_VERSION'))
  const copied = created && (await createCluster(directory, filesOf, open))
  let files = filesOf(directory)
  const engine = await open(files).catch(async (error) => {
    if (!copied) throw error
    forgetTemplate()
    await createCluster(directory, filesOf, open)
    files = filesOf(directory)
    return open(files)
  })
  const { syncs, ms } = await countSyncsOfOneCommit(engine, files)
  if (syncs === 0) {
    await engine.close()
    throw new NotDurableError()
  }
  const facts: EngineFacts = { syncsPerCommit: syncs, syncMs: ms, created, openedInMs: performance.now() - started }
  return { engine, facts }
}

export class NotDurableError extends Error {
  constructor() {
    super(
      'The embedded database does not reach the disk when it commits (0 fsyncs), so a power cut would destroy it. ' +
        'Install the dependencies exactly as locked (npm ci), or set DATABASE_URL to a PostgreSQL server.',
    )
    this.name = 'NotDurableError'
  }
}

/**
 * Makes a whole cluster beside its place and moves it there, so that half of one is never taken for a database.
 * True when it is a copy of the template.
 */
async function createCluster(
  directory: string, filesOf: (directory: string) => DurableFs, open: (files: DurableFs) => Promise<PGlite>,
) {
  const draft = `${directory}.new`
  rmSync(draft, { recursive: true, force: true })
  const copied = copyTemplate(draft)
  if (!copied) {
    const engine = await open(filesOf(draft))
    await engine.close()
    keepTemplate(draft)
  }
  syncTree(draft)
  rmSync(directory, { recursive: true, force: true })
  renameSync(draft, directory)
  syncPath(dirname(directory))
  return copied
}

function openCluster(files: DurableFs, compiled?: WebAssembly.Module) {
  return PGlite.create({
    fs: files,
    ...(compiled && { pgliteWasmModule: compiled }),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F turns fsync off
      ...['-c', 'wal_sync_method=fsync'],
      // No checkpointer runs beside the session: keep what piles up between our own checkpoints small.
      ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=256MB'],
    ],
  })
}
