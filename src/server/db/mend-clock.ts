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
/** The note stands among the counters, which no backup holds either. */
const NOTE = "the database's clock"

/**
 * Notes what time it is, and answers 0; unless the last note, of whichever process, lies in the future. Then it brings
 * forward what lies ahead by as much, and answers by how many seconds: as far as the clock went, less the time since
 * that note. Of several processes one does it, since the note is set right in the same transaction.
 */
export async function mendClock(db: Db): Promise<number> {
  if (await noteTime(db)) return 0
  return db.transaction(async (tx) => {
    const seconds = await secondsAhead(tx)
    if (seconds < WORTH_A_LOOK_SECONDS) return 0
    for (const { table, column, slackSeconds = 0 } of AWAITED) await tx.execute(bringForward(table, column, { seconds, slackSeconds }))
    // When the queue last looked after its jobs: it would not for as long.
    await tx.execute(sql`
      update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
       where greatest(monitor_claim_on, monitor_on, maintain_on) > statement_timestamp()`)
    await tx.execute(sql`update account_limits set since = statement_timestamp() where key = ${NOTE}`)
    return seconds
  })
}

const Rows = z.object({ rows: z.array(z.object({ seconds: z.coerce.number() })) })

/** False when the note of before lies in the future, and is left as it is. */
async function noteTime(db: Db): Promise<boolean> {
  const noted = await db.execute(sql`
    insert into account_limits (key, count, since) values (${NOTE}, 0, statement_timestamp())
    on conflict (key) do update set since = excluded.since
      where account_limits.since < excluded.since + make_interval(secs => ${WORTH_A_LOOK_SECONDS})
    returning 0 as seconds`)
  return Rows.parse(noted).rows.length > 0
}

/** How far in the future the note lies. Whoever else wants to know waits until this transaction is over. */
async function secondsAhead(tx: Db): Promise<number> {
  const result = await tx.execute(sql`
    select extract(epoch from since - statement_timestamp()) as seconds from account_limits where key = ${NOTE} for update`)
  return Rows.parse(result).rows[0]?.seconds ?? 0
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
