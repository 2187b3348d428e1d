import type { QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import { query as fromTemplate } from '@electric-sql/pglite/template'
import { refuseLargeValues } from '#server/platform/db/value-cap.ts'
import { IdleTransactionError } from './engine-failures.ts'
import type { Request } from './messages.ts'
import { parseResults, toRequest, type Statement } from './statements.ts'

type Session = {
  send(request: Omit<Request, 'id'>): Promise<Results[]>
  idleTimeoutMs: number
  /** Called after an idle transaction was rolled back; its body may still be running. */
  onIdleTimeout(error: IdleTransactionError): void
}

/**
 * Runs `body` in one transaction on the engine's session. The transaction begins with the first statement, commits when
 * `body` resolves and is rolled back when it rejects, or when it sends no statement for `idleTimeoutMs`.
 */
export async function runTransaction<T>(body: (tx: Transaction) => Promise<T>, session: Session): Promise<T> {
  let begun = false
  let closedBecause: Error | undefined
  let lastStatement = 'none'
  let running = 0
  let idleTimer: NodeJS.Timeout | undefined

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

  restartIdleTimer()
  try {
    const result = await body(tx)
    if (closedBecause instanceof IdleTransactionError) throw closedBecause
    if (!tx.closed) await end('commit', new Error('The transaction has ended.'))
    return result
  } catch (error) {
    // Rolling back fails when the engine has died; the first error is the one that explains why.
    if (!tx.closed) await end('rollback', new Error('The transaction has ended.')).catch(() => undefined)
    throw error
  }

  async function send(statement: Statement) {
    if (closedBecause) throw closedBecause
    refuseLargeValues(statement.params)
    lastStatement = statement.sql
    const begin = !begun
    begun = true
    clearTimeout(idleTimer)
    running += 1
    try {
      return await session.send({ ...statement, begin, inTransaction: true })
    } finally {
      running -= 1
      if (running === 0) restartIdleTimer()
    }
  }

  async function end(command: 'commit' | 'rollback', reason: Error) {
    closedBecause = reason
    clearTimeout(idleTimer)
    if (!begun) return
    const [last] = await session.send({ ...toRequest('exec', command), begin: false, inTransaction: true })
    if (command === 'commit' && last?.command === 'ROLLBACK') {
      throw new Error('The transaction was rolled back because one of its statements had failed.')
    }
  }

  function restartIdleTimer() {
    clearTimeout(idleTimer)
    if (closedBecause) return
    idleTimer = setTimeout(() => {
      const error = new IdleTransactionError(lastStatement)
      void end('rollback', error).then(
        () => session.onIdleTimeout(error),
        () => session.onIdleTimeout(error),
      )
    }, session.idleTimeoutMs)
  }
}
