/**
 * Makes the embedded engine's fsync real. PGlite's file system has no such operation, so PostgreSQL's own fsync is a
 * silent nothing there and a power cut destroys the database. This hooks an internal of the library; therefore
 * `countSyncsOfOneCommit` is asked at every start.
 */
import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** As WASI numbers errors, which is how the engine was compiled. */
const EIO = 29

export class DurableFs extends NodeFS {
  syncs = 0
  syncMs = 0

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(...args)
    prepared.emscriptenOpts.preRun?.push((engine) => {
      // Emscripten's types leave out the parts of its file system that its own code calls.
      const nodeFiles = engine.NODEFS as unknown as NodeFiles
      nodeFiles.stream_ops.fsync = (stream) => {
        const started = performance.now()
        try {
          this.sync(nodeFiles.realPath(stream.node), stream.nfd, engine.FS.isDir(stream.node.mode))
        } catch {
          throw new engine.FS.ErrnoError(EIO) // PostgreSQL then stops rather than acknowledge
        }
        this.syncs += 1
        this.syncMs += performance.now() - started
        return 0
      }
    })
    return prepared
  }

  /** `file` is an open descriptor of what is at `path`. For a directory, names are what is synced. */
  protected sync(path: string, file: number | undefined, isDirectory: boolean) {
    if (file === undefined) syncPath(path)
    else if (isDirectory) fsyncSync(file)
    else fdatasyncSync(file)
  }
}

type NodeFiles = {
  stream_ops: { fsync?: (stream: { nfd: number | undefined; node: { mode: number } }) => number }
  realPath(node: unknown): string
}

/** Commits one transaction that leaves no trace and answers how often, and for how long, it reached the disk. */
export async function countSyncsOfOneCommit(engine: PGlite, files: DurableFs) {
  const before = { syncs: files.syncs, ms: files.syncMs }
  await engine.query(`select pg_logical_emit_message(true, 'readback', 'does a commit reach the disk?')`)
  const syncs = files.syncs - before.syncs
  return { syncs, ms: syncs === 0 ? 0 : (files.syncMs - before.ms) / syncs }
}

/** Syncs a directory and everything in it. The library copies a new cluster into place without syncing it, so a fresh directory is synced once as a whole. */
export function syncTree(directory: string) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(directory)
}

export function syncPath(path: string) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
