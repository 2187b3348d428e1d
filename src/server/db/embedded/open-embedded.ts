/** The embedded database: one directory, one process, one session, and what it takes for that to be safe. */
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { fromPglite } from 'pg-boss'
import type { Database } from '#server/db/database.ts'
import { migrationsFolder } from '#server/db/migrations-folder.ts'
import { pingWithin } from '#server/db/ping-within.ts'
import { countPlaces } from '#server/db/places.ts'
import * as schema from '#server/db/schema/index.ts'
import { createStatementWatch } from '#server/db/statement-watch.ts'
import type { TransactionGuard } from '#server/db/transaction-guard.ts'
import type { Log } from '#server/log.ts'
import { StartError } from '#server/start-error.ts'
import { openEngineSession, type SessionOptions } from './engine-session.ts'
import { holdLock } from './hold-lock.ts'
import { prepareDataDir } from './prepare-data-dir.ts'
import { startUpkeep, type UpkeepTimes } from './start-upkeep.ts'
import { checkVersion, databaseDirectory, writeVersion } from './version-marker.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: Log
  guard: TransactionGuard
  upkeep?: UpkeepTimes
} & Pick<SessionOptions, 'deadlineMs' | 'silenceMs' | 'watch'>

/** Throws StartError: directory not writable, in use, written by another version, or a disk that is not reached. */
export async function openEmbedded({ dataDir, log, guard, upkeep, ...limits }: EmbeddedOptions): Promise<Database> {
  const { watch = createStatementWatch({ log }) } = limits
  prepareDataDir(dataDir)
  const releaseLock = holdLock(dataDir)
  try {
    checkVersion(dataDir)
    const directory = databaseDirectory(dataDir)
    if (!existsSync(join(directory, 'PG_VERSION'))) writeVersion(dataDir)
    const session = await openEngineSession({ directory, log, guard: guard.refuseInside, ...limits, watch }).catch((error) => {
      const whole = error.name === 'NotDurableError' // a sentence already
      throw new StartError(whole ? error.message : `The embedded database in ${directory} could not be opened: ${error.message}`, {
        cause: error,
      })
    })
    log.debug(session.facts, 'embedded database open')

    // Drizzle asks for the class and uses query, exec and transaction, which the session has.
    const db = drizzle({ client: session as unknown as PGlite, schema })
    await migrate(db, { migrationsFolder })
    const stopUpkeep = startUpkeep(session, log, upkeep)

    const watched = guard.watch(db)
    return {
      kind: 'embedded',
      db: watched,
      background: watched,
      forQueue: fromPglite(session),
      ping: () => pingWithin(2_000, () => session.query('select 1')),
      async listen(channel, onPayload, onGap) {
        const unlisten = await session.listen(`"${channel}"`, onPayload)
        const forget = onGap && session.onRestart(onGap)
        return async () => {
          forget?.()
          await unlisten()
        }
      },
      places: countPlaces(),
      state() {
        const { taken, waiting } = session.turns.state()
        return { statements: watch.totals(), connections: [{ pool: 'session', open: 1, busy: taken ? 1 : 0, waiting, most: 1 }] }
      },
      async close() {
        stopUpkeep()
        await session.close()
        releaseLock()
      },
    }
  } catch (error) {
    releaseLock()
    throw error
  }
}
