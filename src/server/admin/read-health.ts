/** The health of database and queue. An unavailable database is a result, not an error. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Health } from '#shared/admin.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import { readQueueHealth } from '#server/platform/read-queue-health.ts'

const Size = z.object({ rows: z.tuple([z.object({ size: z.coerce.number() })]) })

export async function readHealth({ database, log }: { database: Database; log: Log }): Promise<Health> {
  const { kind, db } = database
  try {
    const startedAt = performance.now()
    await database.ping()
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10
    const size = Size.parse(await db.execute(sql`select pg_database_size(current_database()) as size`)).rows[0].size
    return { database: { kind, reachable: true, latencyMs, sizeBytes: size }, queue: await readQueueHealth(db) }
  } catch (error) {
    log.warn({ err: error }, 'the database is unavailable')
    return { database: { kind, reachable: false, latencyMs: null, sizeBytes: null }, queue: null }
  }
}
