/**
 * The engine's own thread: opens PGlite on the directory it was given and answers one request after the other. It
 * knows nothing of transactions or turns; the main thread sends the next request when it is that one's turn.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite, Results } from '@electric-sql/pglite'
import { DurableFs } from './durable-fs.ts'
import type { Failure, Reply, Request, WorkerData } from './messages.ts'
import { startEngine } from './start-engine.ts'

const port = parentPort
if (!port) throw new Error('engine-worker.ts runs as a worker thread')
const { directory, compiled } = workerData as WorkerData // given by engine-thread.ts
const errorFields = ['code', 'severity', 'detail', 'hint', 'constraint', 'schema', 'table', 'column', 'where', 'routine']
const say = (reply: Reply) => port.postMessage(reply)

try {
  const { engine, facts } = await startEngine(directory, (path) => new DurableFs(path), compiled)
  engine.onNotification((channel, payload) => say({ type: 'notification', channel, payload }))
  const choose = parserChooser(engine)
  let turn = Promise.resolve()
  port.on('message', (message: Request | 'close') => {
    turn = turn.then(() => (message === 'close' ? close(engine) : answer(engine, message, choose)))
  })
  say({ type: 'ready', engine: facts })
} catch (error) {
  say({ type: 'refused', failure: describe(error) })
}

async function answer(engine: PGlite, request: Request, choose: (rawTypes: number[]) => void) {
  try {
    if (request.begin) await engine.exec('begin')
    choose(request.rawTypes)
    const { kind, sql, params, rowMode } = request
    const results: Results[] =
      kind === 'query' ? [await engine.query(sql, params, { rowMode })] : await engine.exec(sql, { rowMode })
    await endStrayTransaction(engine, request)
    say({ type: 'results', id: request.id, results })
  } catch (error) {
    await endStrayTransaction(engine, request).catch(() => undefined)
    say({ type: 'failed', id: request.id, failure: describe(error), fatal: isFatal(error) })
  }
}

/**
 * Sets the engine's parsers for the next statement. Handed over with each statement they would be copied each time,
 * several hundred of them, which takes as long as a small query.
 */
function parserChooser(engine: PGlite) {
  const all = engine.parsers
  const known = new Map<string, typeof all>()
  return (rawTypes: number[]) => {
    const key = rawTypes.join()
    let parsers = known.get(key)
    if (!parsers) {
      parsers = { ...all, ...Object.fromEntries(rawTypes.map((type) => [type, (text: string) => text])) }
      known.set(key, parsers)
    }
    engine.parsers = parsers
  }
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
