import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { countSyncsOfOneCommit, type DurableFs, syncPath, syncTree } from './durable-fs.ts'
import type { EngineFacts } from './messages.ts'

/**
 * Starts PGlite on a directory, creating a cluster if absent. `createFs` supplies the file system of a directory,
 * `wasm` the compiled engine if the caller has it. Throws NotDurableError when commits do not reach the disk.
 */
export async function startEngine(
  directory: string,
  createFs: (directory: string) => DurableFs,
  wasm?: WebAssembly.Module,
) {
  const open = (files: DurableFs) => openCluster(files, wasm)
  const startedAt = performance.now()
  const created = !existsSync(join(directory, 'PG_VERSION'))
  const copied = created && (await createCluster(directory, createFs, open))
  // The engine refuses an empty lock file, which a kill leaves between creating and writing it. The lock on the data
  // directory already keeps other processes out.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  let files = createFs(directory)
  const engine = await open(files).catch(async (error) => {
    if (!copied) throw error
    // The template is damaged: create the cluster without it.
    const { deleteTemplate } = await import('./cluster-template.ts')
    deleteTemplate()
    await createCluster(directory, createFs, open)
    files = createFs(directory)
    return open(files)
  })
  const { syncs, ms } = await countSyncsOfOneCommit(engine, files)
  if (syncs === 0) {
    await engine.close()
    throw new NotDurableError()
  }
  const facts: EngineFacts = { syncsPerCommit: syncs, syncMs: ms, created, openedInMs: performance.now() - startedAt }
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
 * Creates a cluster in a draft directory and renames it, so an incomplete cluster is never mistaken for a database.
 * Returns true when it is a copy of the template.
 */
async function createCluster(
  directory: string,
  createFs: (directory: string) => DurableFs,
  open: (files: DurableFs) => Promise<PGlite>,
) {
  // Loaded only for a new cluster: with its imports, a fourteenth of the CPU time of opening an existing one.
  const { copyTemplate, saveTemplate } = await import('./cluster-template.ts')
  const draft = `${directory}.new`
  rmSync(draft, { recursive: true, force: true })
  const copied = copyTemplate(draft)
  if (!copied) {
    const engine = await open(createFs(draft))
    await engine.close()
    saveTemplate(draft)
  }
  syncTree(draft)
  rmSync(directory, { recursive: true, force: true })
  renameSync(draft, directory)
  syncPath(dirname(directory))
  return copied
}

function openCluster(files: DurableFs, wasm?: WebAssembly.Module) {
  return PGlite.create({
    fs: files,
    ...(wasm && { pgliteWasmModule: wasm }),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F turns fsync off
      ...['-c', 'wal_sync_method=fsync'],
      // The default of 128 MB would be resident from the start.
      ...['-c', 'shared_buffers=32MB'],
      // There is no background checkpointer; keep the write-ahead log small between the checkpoints of maintenance.
      ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=256MB'],
    ],
  })
}
