/** The one way to the database: PostgreSQL when DATABASE_URL names one, else the embedded database in DATA_DIR. */
import type { Log } from '#server/log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { createStatementWatch } from './statement-watch.ts'
import { createTransactionGuard } from './transaction-guard.ts'

export type OpenDatabase = {
  databaseUrl?: string
  dataDir: string
  log: Log
  /** Outside production, anything but `tx` inside an open transaction throws. */
  production?: boolean
  /** Statements that take longer, in ms, are written to the log; 0: none is. */
  slowQueryMs?: number
}

/** Opens it and brings its tables up to date. Throws StartError with a sentence when that cannot be. */
export async function openDatabase({ databaseUrl, dataDir, log, production = false, slowQueryMs = 0 }: OpenDatabase): Promise<Database> {
  const guard = createTransactionGuard({ production })
  const watch = createStatementWatch({ log, slowMs: slowQueryMs })
  if (databaseUrl) return openPostgres({ databaseUrl, log, guard, watch })
  return openEmbedded({ dataDir, log, guard, watch })
}
