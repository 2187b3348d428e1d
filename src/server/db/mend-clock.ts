/**
 * The database's clock decides what is due. When it is set back, what was due in a moment lies as far ahead as the clock
 * went, and would stand still until it has caught up. Here that is noticed and undone.
 */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from './database.ts'

/**
 * Where a moment is written that something waits for. A lease lasts `slackSeconds` by itself: the living renew theirs,
 * and one that was renewed by the clock as it is now must not end early.
 */
const AWAITED = [
  { table: sql`crawls`, column: sql`next_step_at` },
  { table: sql`crawls`, column: sql`leased_until`, slackSeconds: 10 },
  { table: sql`frontier`, column: sql`due_at` },
  { table: sql`host_turns`, column: sql`held_until` },
  { table: sql`chat_check_pages`, column: sql`due_at` },
  { table: sql`chat_checks`, column: sql`read_at` },
  { table: sql`saved_chats`, column: sql`deleted_at` },
  { table: sql`pgboss.job`, column: sql`start_after` },
  { table: sql`pgboss.job`, column: sql`started_on` },
  { table: sql`pgboss.job`, column: sql`heartbeat_on` },
]

/** Nothing that is put off is put off for longer, but for what a person asked for on a day. */
const LONGEST_WAIT = sql`interval '6 hours'`
/** Clocks are put right by less every day, and nobody notices. */
const WORTH_A_LOOK_SECONDS = 2

/**
 * Brings forward what lies ahead because the database's clock was set back, and answers by how many seconds; 0 nearly
 * always. The queue notes every ten seconds when it last looked after its jobs, so a note from the future tells, to
 * within those, how far the clock went. Of several processes one does it: the notes are forgotten in the same transaction.
 */
export async function mendClock(db: Db): Promise<number> {
  if ((await secondsAhead(db)) < WORTH_A_LOOK_SECONDS) return 0
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from pgboss.queue order by name for update`)
    const seconds = await secondsAhead(tx)
    if (seconds < WORTH_A_LOOK_SECONDS) return 0
    for (const { table, column, slackSeconds = 0 } of AWAITED) await tx.execute(bringForward(table, column, { seconds, slackSeconds }))
    await tx.execute(sql`
      update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
       where greatest(monitor_claim_on, monitor_on, maintain_on) > statement_timestamp()`)
    return seconds
  })
}

const Ahead = z.object({ rows: z.array(z.object({ seconds: z.coerce.number().nullable() })) })

/** Negative while the clock goes on as clocks do. */
async function secondsAhead(db: Db): Promise<number> {
  const result = await db.execute(sql`
    select extract(epoch from max(greatest(monitor_claim_on, monitor_on, maintain_on)) - statement_timestamp()) as seconds
      from pgboss.queue`)
  return Ahead.parse(result).rows[0]?.seconds ?? -1
}

/**
 * What was written before the clock was set back lies about `seconds` ahead, what was written since lies near: half way
 * between them they are told apart.
 */
function bringForward(table: SQL, column: SQL, { seconds, slackSeconds }: { seconds: number; slackSeconds: number }): SQL {
  const back = sql`make_interval(secs => ${seconds}::float8)`
  return sql`
    update ${table} set ${column} = greatest(statement_timestamp(), ${column} - ${back})
     where ${column} > statement_timestamp() + ${back} / 2 + make_interval(secs => ${slackSeconds}::float8)
       and ${column} < statement_timestamp() + ${back} + ${LONGEST_WAIT}`
}
