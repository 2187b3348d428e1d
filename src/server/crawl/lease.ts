/**
 * Which process is at which crawl. A crawl row carries when its next page may be taken (`next_step_at`) and a lease;
 * any number of processes share the work without asking each other, and the lease is the crawl's turn at its host.
 * docs/decisions/003-crawl-as-slices.md says why this is not a queue job per page.
 */
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'
import { crawls } from '#server/db/schema/index.ts'
import { CRAWL_DUE_CHANNEL, lockTurns } from './host-turns.ts'
import { tellOfCrawl } from './tell-of-crawl.ts'

/** A dead process' crawls go on elsewhere after this time; living ones renew at a quarter of it. */
export const LEASE_SECONDS = 10

/** Notified with a crawl's id when the page in hand is not wanted any more. */
export const CRAWL_STOP_CHANNEL = 'readback_crawl_stop'

/** A wait for the host that is shorter than this is not worth a word. */
const WAIT_TOLD_AFTER_SECONDS = 1

export type TakenCrawl = { id: string; host: string }

/**
 * `taken` are this worker's now. `wanted` are hosts that a due crawl waits for: whoever is at one gives it up after
 * the page in hand.
 */
export type Turns = { taken: TakenCrawl[]; wanted: string[] }

const Found = z.object({
  rows: z.array(
    z.object({ id: z.string(), host: z.string(), mine: z.boolean(), told: z.boolean(), tell: z.boolean() }),
  ),
})

/** Takes up to `limit` due crawls for `workerId`, longest due first and at most one of each host that is free. */
export async function takeDueCrawls(db: Db, workerId: string, limit: number): Promise<Turns> {
  return db.transaction(async (tx) => {
    await lockTurns(tx)
    const result = await tx.execute(sql`
      with due as materialized (
        select id, host, next_step_at, waiting = 'Waiting its turn on ' || host as told,
               next_step_at < statement_timestamp() - make_interval(secs => ${WAIT_TOLD_AFTER_SECONDS}) as tell,
               -- One that is to stop, or waits for its last summaries, asks nothing of its host.
               not stop_requested and pages_crawled < max_pages
                 and exists(select 1 from frontier where crawl_id = crawls.id and state = 'waiting') as reads
          from crawls
         where next_step_at <= statement_timestamp()
           and (leased_until is null or leased_until < statement_timestamp())),
      turns as (
        select *, row_number() over (partition by case when reads then host else id::text end
                                     order by next_step_at, id) as place,
               reads and (exists(select 1 from crawls held where held.host = due.host and held.leased_by is not null
                                    and held.leased_until >= statement_timestamp())
                          or exists(select 1 from host_turns where host_turns.host = due.host
                                       and held_until > statement_timestamp())) as busy
          from due),
      taken as (
        update crawls set leased_by = ${workerId},
                          leased_until = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})
         where id in (
           select id from crawls
            where id in (select id from turns where place = 1 and not busy)
              and (leased_until is null or leased_until < statement_timestamp())
            order by next_step_at limit ${limit}
            for update skip locked)
        returning id, host)
      select id, host, true as mine, told, false as tell from turns where id in (select id from taken)
      union all
      select id, host, false as mine, told, tell from turns
       where id not in (select id from taken) and (busy or place > 1 and host in (select host from taken))`)
    const { rows } = Found.parse(result)
    const taken = rows.filter((row) => row.mine)
    const waiting = rows.filter((row) => !row.mine)
    await sayWaiting(tx, taken.filter((row) => row.told), '')
    await sayWaiting(tx, waiting.filter((row) => row.tell && !row.told), sql`'Waiting its turn on ' || ${crawls.host}`)
    return { taken: taken.map(({ id, host }) => ({ id, host })), wanted: [...new Set(waiting.map((row) => row.host))] }
  })
}

async function sayWaiting(tx: Db, rows: { id: string }[], words: SQL | string) {
  if (rows.length === 0) return
  const changed = await tx
    .update(crawls)
    .set({ waiting: words })
    .where(inArray(crawls.id, rows.map((row) => row.id)))
    .returning()
  for (const crawl of changed) await tellOfCrawl(tx, crawl)
}

const Due = z.object({ rows: z.array(z.object({ ms: z.coerce.number().nullable() })) })

/** Milliseconds until a crawl becomes due that is not due yet; null when there is none. */
export async function msUntilNextDue(db: Db): Promise<number | null> {
  const result = await db.execute(sql`
    select extract(epoch from min(next_step_at) - now()) * 1000 as ms from crawls where next_step_at > now()`)
  return Due.parse(result).rows[0]?.ms ?? null
}

/** A lease that has run out is not renewed: another may be at that host by now. */
export async function renewLeases(db: Db, workerId: string, crawlIds: string[]) {
  if (crawlIds.length === 0) return
  await db.transaction(async (tx) => {
    await lockTurns(tx)
    await tx
      .update(crawls)
      .set({ leasedUntil: sql`statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(
        and(
          inArray(crawls.id, crawlIds),
          eq(crawls.leasedBy, workerId),
          sql`${crawls.leasedUntil} >= statement_timestamp()`,
        ),
      )
  })
}

/**
 * Gives a crawl back; its `next_step_at` says when it is taken again. One that could go on at once joins the end of
 * its host's line. Workers elsewhere are told when somebody waits there.
 */
export async function releaseCrawl(db: Db, workerId: string, crawlId: string, { couldGoOn = false } = {}) {
  await db.execute(sql`
    with released as (
      update crawls set leased_by = null, leased_until = null,
                        next_step_at = case when ${couldGoOn} then now() else next_step_at end
       where id = ${crawlId}::uuid and leased_by = ${workerId}
      returning host)
    select pg_notify(${CRAWL_DUE_CHANNEL}, '') from released
     where exists(select 1 from crawls where host = released.host and id <> ${crawlId}::uuid
                     and next_step_at <= now() and leased_by is null)`)
}

export class LeaseLost extends Error {}

/**
 * Within `tx`. The row lock makes a second worker that believes it has this crawl wait, and then see that it has not:
 * it throws LeaseLost. `also` is looked up in the same statement.
 */
export async function assertLease<Also extends Record<string, SQL.Aliased<string | null>>>(
  tx: Db,
  { crawlId, workerId }: { crawlId: string; workerId: string },
  also: Also,
) {
  const [row] = await tx
    .select({ id: crawls.id, ...also })
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
    .for('update')
  if (!row) throw new LeaseLost()
  return row
}

/** The embedded database has one opener: at its start every lease is of a process that died. */
export async function clearLeases(db: Db) {
  await db.update(crawls).set({ leasedBy: null, leasedUntil: null }).where(isNotNull(crawls.leasedBy))
}

/** Within `tx`: wakes the workers once it commits. */
export async function announceDue(tx: Db) {
  await notify(tx, CRAWL_DUE_CHANNEL, '')
}

/** Within `tx`: whoever has this crawl in hand lets its page go and looks at the crawl again. */
export async function announceStop(tx: Db, crawlId: string) {
  await notify(tx, CRAWL_STOP_CHANNEL, crawlId)
}
