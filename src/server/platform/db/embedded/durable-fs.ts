/**
 * Makes the embedded engine's fsync real. PGlite's file system does not implement fsync, so PostgreSQL's calls do
 * nothing and a power cut destroys the database. This hooks an internal of the library, so every start checks with
 * `countSyncsOfOneCommit` that it still works.
 */
import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The WASI error number: the engine is compiled for WASI. */
const EIO = 29

export class DurableFs extends NodeFS {
  syncs = 0
  syncMs = 0

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(...args)
    prepared.emscriptenOpts.preRun?.push((engine) => {
      // Emscripten's types omit these parts of its file system.
      const nodeFiles = engine.NODEFS as unknown as NodeFiles
      nodeFiles.stream_ops.fsync = (stream) => {
        const started = performance.now()
        try {
          this.sync(nodeFiles.realPath(stream.node), stream.nfd, engine.FS.isDir(stream.node.mode))
        } catch {
          throw new engine.FS.ErrnoError(EIO) // PostgreSQL then stops instead of acknowledging the commit
        }
        this.syncs += 1
        this.syncMs += performance.now() - started
        return 0
      }
    })
    return prepared
  }

  /** `file` is an open descriptor of `path`. Syncing a directory makes its entries durable. */
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

/** Commits one transaction that stores nothing; returns its number of syncs and the average time of one. */
export async function countSyncsOfOneCommit(engine: PGlite, files: DurableFs) {
  const before = { syncs: files.syncs, ms: files.syncMs }
  await engine.query(`select pg_logical_emit_message(true, 'readback', 'does a commit reach the disk?')`)
  const syncs = files.syncs - before.syncs
  return { syncs, ms: syncs === 0 ? 0 : (files.syncMs - before.ms) / syncs }
}

/** Syncs a directory and everything in it. The library creates a new cluster without syncing it. */
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
