/**
 * The engine's thread: opens PGlite on a directory and handles one request after the other. The main thread decides
 * whose request is next; this thread only knows whether a request belongs to a transaction.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite, Results } from '@electric-sql/pglite'
import { DurableFs } from './durable-fs.ts'
import type { Failure, Reply, Request, WorkerData } from './messages.ts'
import { startEngine } from './start-engine.ts'

const port = parentPort
if (!port) throw new Error('engine-worker.ts runs as a worker thread')
const { directory, wasm } = workerData as WorkerData // set by engine-thread.ts
const ERROR_FIELDS = [
  'code',
  'severity',
  'detail',
  'hint',
  'constraint',
  'schema',
  'table',
  'column',
  'where',
  'routine',
]
const reply = (message: Reply) => port.postMessage(message)

try {
  const { engine, facts } = await startEngine(directory, (path) => new DurableFs(path), wasm)
  engine.onNotification((channel, payload) => reply({ type: 'notification', channel, payload }))
  const setParsers = createParserSetter(engine)
  let previous = Promise.resolve()
  port.on('message', (message: Request | 'close') => {
    previous = previous.then(() => (message === 'close' ? close(engine) : handle(engine, message, setParsers)))
  })
  reply({ type: 'ready', engine: facts })
} catch (error) {
  reply({ type: 'start-failed', failure: describe(error) })
}

async function handle(engine: PGlite, request: Request, setParsers: (rawTypes: number[]) => void) {
  try {
    if (request.begin) await engine.exec('begin')
    setParsers(request.rawTypes)
    const { kind, sql, params, rowMode } = request
    const results: Results[] =
      kind === 'query' ? [await engine.query(sql, params, { rowMode })] : await engine.exec(sql, { rowMode })
    await endStrayTransaction(engine, request)
    reply({ type: 'results', id: request.id, results })
  } catch (error) {
    await endStrayTransaction(engine, request).catch(() => undefined)
    reply({ type: 'failed', id: request.id, failure: describe(error), fatal: isFatal(error) })
  }
}

/**
 * Sets the engine's parsers for the next statement. Passing them as an option of each statement would copy several
 * hundred of them every time, which takes as long as a small query.
 */
function createParserSetter(engine: PGlite) {
  const defaults = engine.parsers
  const cache = new Map<string, typeof defaults>()
  return (rawTypes: number[]) => {
    const key = rawTypes.join()
    let parsers = cache.get(key)
    if (!parsers) {
      parsers = { ...defaults, ...Object.fromEntries(rawTypes.map((type) => [type, (text: string) => text])) }
      cache.set(key, parsers)
    }
    engine.parsers = parsers
  }
}

/** A `begin` that a library sent as a plain statement, or a block that failed half way, must not hold the session. */
async function endStrayTransaction(engine: PGlite, request: Request) {
  if (!request.inTransaction && engine.isInTransaction()) await engine.exec('rollback')
}

async function close(engine: PGlite) {
  await engine.close().catch(() => undefined)
  reply({ type: 'closed' })
  process.exit(0)
}

function describe(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), name: 'Error', stack: undefined, fields: {} }
  const fields = error as unknown as Record<string, string | undefined> // errors of PostgreSQL have more fields
  return {
    message: error.message,
    name: error.name,
    stack: error.stack,
    fields: Object.fromEntries(ERROR_FIELDS.filter((name) => fields[name]).map((name) => [name, fields[name]])),
  }
}

/** True when the engine itself broke; false when PostgreSQL rejected a statement. */
function isFatal(error: unknown) {
  if (error instanceof WebAssembly.RuntimeError) return true
  if (!(error instanceof Error)) return true
  return (
    error.name === 'ExitStatus' ||
    error.message.startsWith('Aborted(') ||
    ['FATAL', 'PANIC'].includes(describe(error).fields.severity ?? '')
  )
}
