/** Messages between the main thread and the engine's thread: one reply per request. */
import type { Results } from '@electric-sql/pglite'

/** `wasm` is the compiled engine. */
export type WorkerData = { directory: string; wasm: WebAssembly.Module }

export type Request = {
  id: number
  /** `query`: one statement with parameters. `exec`: any number of statements without parameters. */
  kind: 'query' | 'exec'
  /** Runs `begin` first, which saves the first statement of a transaction a round trip. */
  begin: boolean
  /** Part of a transaction. After any other request, a transaction left open is rolled back immediately. */
  inTransaction: boolean
  sql: string
  params: unknown[]
  rowMode: 'array' | 'object'
  /** Types returned as PostgreSQL's text, because the caller has its own parsers for them. */
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
  | { type: 'start-failed'; failure: Failure }
  | { type: 'results'; id: number; results: Results[] }
  /** `fatal`: the engine is broken and must be restarted. */
  | { type: 'failed'; id: number; failure: Failure; fatal: boolean }
  | { type: 'notification'; channel: string; payload: string }
  | { type: 'closed' }

export type EngineFacts = {
  /** fsyncs of one commit, counted at the start; never 0, see durable-fs. */
  syncsPerCommit: number
  /** Average time of one fsync. */
  syncMs: number
  created: boolean
  openedInMs: number
}
