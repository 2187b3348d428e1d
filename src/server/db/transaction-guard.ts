/**
 * Inside an open transaction only `tx` may be used: the embedded database has one session, which that transaction
 * holds, so anything else would wait for the transaction that waits for it. Development and tests throw on both
 * databases, so that the mistake is seen where it is made.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './database.ts'

export type TransactionGuard = {
  /** Makes `db.transaction` known to the guard; answers the same `db`. */
  watch(db: Db): Db
  /** Throws when the caller stands inside an open transaction of a watched database. */
  refuseInside(statement: string): void
}

/** In production nothing is thrown: a transaction that waits for itself is ended by its time limit and logged. */
export function createTransactionGuard({ production }: { production: boolean }): TransactionGuard {
  const openTransaction = new AsyncLocalStorage<{ open: boolean }>()
  return {
    watch(db) {
      if (production) return db
      const transaction = db.transaction.bind(db)
      db.transaction = (body, config) =>
        transaction(async (tx) => {
          const state = { open: true }
          try {
            return await openTransaction.run(state, () => body(tx))
          } finally {
            state.open = false
          }
        }, config)
      return db
    },
    refuseInside(statement) {
      if (production || !openTransaction.getStore()?.open) return
      throw new Error(
        `Inside db.transaction only tx may be used, but this went to the database itself: ${statement.slice(0, 200)}`,
      )
    },
  }
}
