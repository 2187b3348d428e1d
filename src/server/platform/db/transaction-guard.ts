/**
 * Inside an open transaction, only `tx` may be used: the embedded database has one session, which the transaction
 * holds, so any other statement would deadlock. Outside production such a statement throws, on both databases.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './database.ts'

export type TransactionGuard = {
  /** Wraps `db.transaction` and returns the same `db`. */
  watch(db: Db): Db
  /** Throws when called inside an open transaction of a watched database. */
  refuseInside(statement: string): void
}

/** Throws nothing in production, where the transaction timeout ends the deadlock. */
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
