import type { Log } from '#server/platform/log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { createStatementWatch } from './statement-watch.ts'
import { createTransactionGuard } from './transaction-guard.ts'

export type DatabaseOptions = {
  databaseUrl?: string | undefined
  /** Where `databaseUrl` is a pooler in transaction mode: the server itself, for what belongs to a session. */
  databaseDirectUrl?: string | undefined
  /** A streaming replica of `databaseUrl`, for lists and searches. */
  databaseReplicaUrl?: string | undefined
  dataDir: string
  log: Log
  /** Outside production, using anything but `tx` inside an open transaction throws. */
  production?: boolean
  /** Statements that take longer are logged; 0 disables this. */
  slowQueryMs?: number
}

/**
 * Opens PostgreSQL when there is a DATABASE_URL, else the embedded database in DATA_DIR, and runs the migrations.
 * Throws OperatorError.
 */
export async function openDatabase({
  databaseUrl,
  databaseDirectUrl,
  databaseReplicaUrl,
  dataDir,
  log,
  production = false,
  slowQueryMs = 0,
}: DatabaseOptions): Promise<Database> {
  const guard = createTransactionGuard({ production })
  const watch = createStatementWatch({ log, slowMs: slowQueryMs })
  if (databaseUrl) return openPostgres({ databaseUrl, databaseDirectUrl, databaseReplicaUrl, log, guard, watch })
  return openEmbedded({ dataDir, log, guard, watch })
}
