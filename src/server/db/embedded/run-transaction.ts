/** One transaction on the engine's session: begin with the first statement, commit at the end, roll back on failure. */
import type { QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import { query as fromTemplate } from '@electric-sql/pglite/template'
import { refuseLargeValues } from '#server/db/value-cap.ts'
import { SilentTransactionError } from './engine-failures.ts'
import type { Request } from './messages.ts'
import { parseResults, toRequest, type Statement } from './statements.ts'

type Session = {
  ask(request: Omit<Request, 'id'>): Promise<Results[]>
  silenceMs: number
  /** Called after a transaction that sent nothing for `silenceMs` was rolled back; its body may still be running. */
  onSilence(error: SilentTransactionError): void
}

export async function runTransaction<T>(body: (tx: Transaction) => Promise<T>, session: Session): Promise<T> {
  let begun = false
  let closedBecause: Error | undefined
  let lastStatement = 'none'
  let running = 0
  let silence: NodeJS.Timeout | undefined

  const tx: Transaction = {
    async query<R>(sql: string, params: unknown[] = [], options: QueryOptions = {}) {
      return parseResults<R>(await send(toRequest('query', sql, params, options)), options)[0]
    },
    async sql<R>(strings: TemplateStringsArray, ...values: unknown[]) {
      const { query, params } = fromTemplate(strings, ...values)
      return tx.query<R>(query, params)
    },
    async exec(sql, options = {}) {
      return parseResults(await send(toRequest('exec', sql, [], options)), options)
    },
    async rollback() {
      await end('rollback', new Error('The transaction was rolled back.'))
    },
    async listen() {
      throw new Error('Listen on the database itself, outside a transaction.')
    },
    get closed() {
      return closedBecause !== undefined
    },
  }

  watch()
  try {
    const result = await body(tx)
    if (closedBecause instanceof SilentTransactionError) throw closedBecause
    if (!tx.closed) await end('commit', new Error('The transaction is over.'))
    return result
  } catch (error) {
    // An engine that died has nothing left to roll back; the first error is the one that tells why.
    if (!tx.closed) await end('rollback', new Error('The transaction is over.')).catch(() => undefined)
    throw error
  }

  async function send(statement: Statement) {
    if (closedBecause) throw closedBecause
    refuseLargeValues(statement.params)
    lastStatement = statement.sql
    const begin = !begun
    begun = true
    clearTimeout(silence)
    running += 1
    try {
      return await session.ask({ ...statement, begin, inTransaction: true })
    } finally {
      running -= 1
      if (running === 0) watch()
    }
  }

  async function end(how: 'commit' | 'rollback', reason: Error) {
    closedBecause = reason
    clearTimeout(silence)
    if (!begun) return
    const [last] = await session.ask({ ...toRequest('exec', how), begin: false, inTransaction: true })
    if (how === 'commit' && last?.command === 'ROLLBACK') {
      throw new Error('The transaction was rolled back: one of its statements had failed.')
    }
  }

  function watch() {
    clearTimeout(silence)
    if (closedBecause) return
    silence = setTimeout(() => {
      const error = new SilentTransactionError(lastStatement)
      void end('rollback', error).then(
        () => session.onSilence(error),
        () => session.onSilence(error),
      )
    }, session.silenceMs)
  }
}
