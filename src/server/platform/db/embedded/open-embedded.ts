/** The embedded database: one data directory, one process, one session. */
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { fromPglite } from 'pg-boss'
import type { Database } from '#server/platform/db/database.ts'
import { migrationsFolder, refuseNewerSchema } from '#server/platform/db/migrations-folder.ts'
import { pingWithin } from '#server/platform/db/ping-within.ts'
import { createLocalSemaphore } from '#server/platform/semaphore.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import { createStatementWatch } from '#server/platform/db/statement-watch.ts'
import type { TransactionGuard } from '#server/platform/db/transaction-guard.ts'
import type { Log } from '#server/platform/log.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { openEngineSession, type SessionOptions } from './engine-session.ts'
import { checkVersion, databaseDirectory, lockDataDir, prepareDataDir, writeVersion } from './data-directory.ts'
import { startMaintenance, type MaintenanceThresholds } from './start-maintenance.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: Log
  guard: TransactionGuard
  maintenance?: MaintenanceThresholds
} & Pick<SessionOptions, 'deadlineMs' | 'idleTimeoutMs' | 'watch'>

/**
 * Throws OperatorError when the directory is not writable, in use or written by another version, or when commits do not
 * reach the disk.
 */
export async function openEmbedded({
  dataDir,
  log,
  guard,
  maintenance,
  ...limits
}: EmbeddedOptions): Promise<Database> {
  const { watch = createStatementWatch({ log }) } = limits
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    checkVersion(dataDir)
    const directory = databaseDirectory(dataDir)
    if (!existsSync(join(directory, 'PG_VERSION'))) writeVersion(dataDir)
    const session = await openEngineSession({ directory, log, guard: guard.refuseInside, ...limits, watch }).catch(
      (error) => {
        const sentence =
          error.name === 'NotDurableError' // an instance of Error only: it comes from the engine's thread
            ? error.message
            : `The embedded database in ${directory} could not be opened: ${error.message}`
        throw new OperatorError(sentence, { cause: error })
      },
    )
    log.debug(session.facts, 'embedded database open')

    // Drizzle's type asks for the PGlite class, but it uses only query, exec and transaction.
    const db = drizzle({ client: session as unknown as PGlite, schema })
    await migrate(db, { migrationsFolder })
      .then(() => refuseNewerSchema(db))
      .catch(async (error) => {
        await session.close()
        throw error
      })
    const stopMaintenance = startMaintenance(session, log, maintenance)

    const watched = guard.watch(db)
    return {
      kind: 'embedded',
      db: watched,
      background: watched,
      readReplicated: (read) => read(watched),
      forQueue: fromPglite(session),
      ping: () => pingWithin(2_000, () => session.query('select 1')),
      async listen(channel, onPayload, onGap) {
        const unlisten = await session.listen(`"${channel}"`, onPayload)
        const unsubscribe = onGap && session.onRestart(onGap)
        return async () => {
          unsubscribe?.()
          await unlisten()
        }
      },
      semaphore: createLocalSemaphore(),
      state() {
        const { locked, waiting } = session.mutex.state()
        return {
          statements: watch.totals(),
          connections: [{ pool: 'session', open: 1, busy: locked ? 1 : 0, waiting, most: 1 }],
        }
      },
      async close() {
        stopMaintenance()
        await session.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
