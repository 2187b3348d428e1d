/**
 * Reads on a streaming replica that miss no change committed before they began, so that users see their own changes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'

/** A replica in the same network is some milliseconds behind. */
const CATCH_UP_MS = 50
const POLL_MS = 3
/** How long reads go to the primary after the replica was too far behind, or failed. */
const BEHIND_PAUSE_MS = 1_000
const FAILURE_PAUSE_MS = 5_000

const Position = z.object({ rows: z.tuple([z.object({ lsn: z.string() })]) })
const Reached = z.object({ rows: z.tuple([z.object({ is_reached: z.boolean() })]) })

export function createReplicaReads(primary: Db, replica: Db, log: Log): Database['readReplicated'] {
  let pausedUntil = 0
  const pause = (ms: number) => (pausedUntil = performance.now() + ms)

  return async (read) => {
    if (performance.now() < pausedUntil) return read(primary)
    const position = await readPosition(primary).catch(() => null)
    if (position === null) return read(primary)
    try {
      if (await catchesUp(replica, position)) return await read(replica)
      pause(BEHIND_PAUSE_MS)
    } catch (error) {
      if (error instanceof AppError) throw error
      // A query that the primary refuses as well says nothing about the replica.
      const answer = await read(primary)
      pause(FAILURE_PAUSE_MS)
      log.warn({ err: error }, 'the replica of the database failed; the primary answers')
      return answer
    }
    return read(primary)
  }
}

/** The end of all commits so far. Without synchronous commits, also of those that are not on disk yet. */
async function readPosition(primary: Db) {
  const result = await primary.execute(sql`
    select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                else pg_current_wal_flush_lsn() end::text as lsn`)
  return Position.parse(result).rows[0].lsn
}

/** False when the replica is too far behind, or is no replica any more. */
async function catchesUp(replica: Db, position: string) {
  const deadline = performance.now() + CATCH_UP_MS
  for (;;) {
    const result = await replica.execute(
      sql`select coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as is_reached`,
    )
    if (Reached.parse(result).rows[0].is_reached) return true
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
}
