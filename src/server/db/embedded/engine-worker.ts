/**
 * The engine's own thread: opens PGlite on the directory it was given and answers one request after the other. It
 * knows nothing of transactions or turns; the main thread sends the next request when it is that one's turn.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type QueryOptions, type Results } from '@electric-sql/pglite'
import { countSyncsOfOneCommit, DurableFs, syncTree } from './durable-fs.ts'
import type { EngineFacts, Failure, Reply, Request } from './messages.ts'

const port = parentPort
if (!port) throw new Error('engine-worker.ts runs as a worker thread')
const { directory } = workerData as { directory: string } // given by start-engine.ts
const say = (reply: Reply) => port.postMessage(reply)

try {
  const { engine, facts } = await openEngine(directory)
  engine.onNotification((channel, payload) => say({ type: 'notification', channel, payload }))
  port.on('message', (message: Request | 'close') => {
    if (message === 'close') void close(engine)
    else void answer(engine, message)
  })
  say({ type: 'ready', engine: facts })
} catch (error) {
  say({ type: 'refused', failure: describe(error) })
}

async function openEngine(path: string): Promise<{ engine: PGlite; facts: EngineFacts }> {
  const started = performance.now()
  const created = !existsSync(join(path, 'PG_VERSION'))
  if (created) await createCluster(path)
  const files = new DurableFs(path)
  const engine = await start(files)
  const { syncs, ms } = await countSyncsOfOneCommit(engine, files)
  if (syncs === 0) {
    await engine.close()
    throw new Error(
      'The embedded database does not reach the disk when it commits (0 fsyncs), so a power cut would destroy it. ' +
        'Install the dependencies exactly as locked (npm ci), or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return { engine, facts: { syncsPerCommit: syncs, syncMs: ms, created, openedInMs: performance.now() - started } }
}

/** Makes a whole cluster beside its place and moves it there, so that half of one is never taken for a database. */
async function createCluster(path: string) {
  const draft = `${path}.new`
  rmSync(draft, { recursive: true, force: true })
  const engine = await start(new DurableFs(draft))
  await engine.close()
  syncTree(draft)
  rmSync(path, { recursive: true, force: true })
  renameSync(draft, path)
  syncTree(path)
}

function start(files: DurableFs) {
  return PGlite.create({
    fs: files,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F turns fsync off
      ...['-c', 'wal_sync_method=fsync'],
      // No checkpointer runs beside the session: keep what piles up between our own checkpoints small.
      ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=256MB'],
    ],
  })
}

async function answer(engine: PGlite, request: Request) {
  try {
    if (request.begin) await engine.exec('begin')
    const options = optionsOf(request)
    const results: Results[] =
      request.kind === 'query'
        ? [await engine.query(request.sql, request.params, options)]
        : await engine.exec(request.sql, options)
    await endStrayTransaction(engine, request)
    say({ type: 'results', id: request.id, results })
  } catch (error) {
    await endStrayTransaction(engine, request).catch(() => undefined)
    say({ type: 'failed', id: request.id, failure: describe(error), fatal: isFatal(error) })
  }
}

function optionsOf({ rowMode, rawTypes }: Request): QueryOptions {
  return { rowMode, parsers: Object.fromEntries(rawTypes.map((type) => [type, (text: string) => text])) }
}

/** A `begin` that a library sent as an ordinary statement, or a block that failed half way, must not hold the session. */
async function endStrayTransaction(engine: PGlite, request: Request) {
  if (!request.inTransaction && engine.isInTransaction()) await engine.exec('rollback')
}

async function close(engine: PGlite) {
  await engine.close().catch(() => undefined)
  say({ type: 'closed' })
  process.exit(0)
}

const errorFields = ['code', 'severity', 'detail', 'hint', 'constraint', 'schema', 'table', 'column', 'where', 'routine']

function describe(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), name: 'Error', stack: undefined, fields: {} }
  const known = error as unknown as Record<string, string | undefined> // PostgreSQL's fields, where it is its error
  return {
    message: error.message,
    name: error.name,
    stack: error.stack,
    fields: Object.fromEntries(errorFields.filter((name) => known[name]).map((name) => [name, known[name]])),
  }
}

/** The engine itself broke, as against a statement that PostgreSQL refused. */
function isFatal(error: unknown) {
  if (error instanceof WebAssembly.RuntimeError) return true
  if (!(error instanceof Error)) return true
  return error.name === 'ExitStatus' || error.message.startsWith('Aborted(') || ['FATAL', 'PANIC'].includes(describe(error).fields.severity ?? '')
}
