/** What the main thread and the engine's thread say to each other: one request, one reply. */
import type { Results } from '@electric-sql/pglite'

/** What the engine's thread is started with; `compiled` is the engine's program. */
export type WorkerData = { directory: string; compiled: WebAssembly.Module }

export type Request = {
  id: number
  /** `query`: one statement with parameters. `exec`: any number of statements without. */
  kind: 'query' | 'exec'
  /** Run after `begin` in the same message, so that opening a transaction costs no round trip of its own. */
  begin: boolean
  /** Within a transaction of the main thread; without it, a transaction left open is rolled back at once. */
  inTransaction: boolean
  sql: string
  params: unknown[]
  rowMode: 'array' | 'object'
  /** Types that come back as PostgreSQL's own text, because the caller parses them itself. */
  rawTypes: number[]
}

export type Failure = {
  message: string
  name: string
  stack: string | undefined
  /** Fields of PostgreSQL's error: code, constraint, table, detail … */
  fields: Record<string, string | undefined>
}

export type Reply =
  | { type: 'ready'; engine: EngineFacts }
  | { type: 'refused'; failure: Failure }
  | { type: 'results'; id: number; results: Results[] }
  /** `fatal`: the engine is no longer to be trusted and must be started again. */
  | { type: 'failed'; id: number; failure: Failure; fatal: boolean }
  | { type: 'notification'; channel: string; payload: string }
  | { type: 'closed' }

export type EngineFacts = {
  /** fsyncs counted for one commit at the start; never 0, see durable-fs. */
  syncsPerCommit: number
  /** Milliseconds one of them took. */
  syncMs: number
  created: boolean
  openedInMs: number
}
