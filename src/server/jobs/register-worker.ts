import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'

const LOCK_NAME = 'worker'
/** More workers than one database can serve. */
const MAX_WORKERS = 1000

const Count = z.object({ rows: z.tuple([z.object({ workers: z.coerce.number() })]) })

/**
 * Makes this worker known to the others. `isOnly` is true when no other worker uses the database: then the work of a
 * dead one need not wait until its lease or heartbeat expires. On PostgreSQL each worker holds an advisory lock of its
 * session, which the server releases when the process dies.
 */
export async function registerWorker(database: Database): Promise<{ isOnly: boolean }> {
  if (database.kind === 'embedded') return { isOnly: true }
  await database.semaphore.acquire([{ name: LOCK_NAME, limit: MAX_WORKERS }])
  const result = await database.background.execute(sql`
    select count(distinct pid) as workers from pg_locks
     where locktype = 'advisory' and classid = (hashtext(${LOCK_NAME})::bigint & 4294967295)::oid
       and database = (select oid from pg_database where datname = current_database())`)
  return { isOnly: Count.parse(result).rows[0].workers === 1 }
}
