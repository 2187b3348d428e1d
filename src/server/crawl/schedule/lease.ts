/**
 * A lease is a process's time-limited claim on a crawl, and on the crawl's host. A crawl row holds when its next step
 * is due (`next_step_at`) and its lease, so any number of processes share the work. All times are the database's own.
 * docs/decisions/003-crawl-leases.md explains why a page is not a queue job.
 */
import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import { CRAWL_DUE_CHANNEL, lockHosts, lockNumberOf, tryLockHosts } from './host-lock.ts'

/** The crawls of a dead process continue elsewhere after this time; a live process renews at a quarter of it. */
export const LEASE_SECONDS = 10

/** Notified with the id of a crawl whose current page must be dropped. */
export const CRAWL_STOP_CHANNEL = 'readback_crawl_stop'

/** A shorter wait for a host is not shown. */
const SHOW_WAIT_AFTER_SECONDS = 1

export const isLeaseLive = sql<boolean>`coalesce(${crawls.leasedUntil} >= statement_timestamp(), false)`

const leaseEnd = sql`statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

export type LeasedCrawl = { id: string; host: string }

export type LeaseResult = {
  leased: LeasedCrawl[]
  /** Hosts that other due crawls wait for: their holders release them after the current page. */
  wantedHosts: string[]
  /** True when another process was deciding about some of the hosts: ask again soon. */
  isContended: boolean
}

const isCrawlDue = sql`next_step_at <= statement_timestamp() and (leased_until is null or leased_until < statement_timestamp())`

const DueCrawls = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      is_leased: z.boolean(),
      shows_wait: z.boolean(),
      is_long_due: z.boolean(),
    }),
  ),
})

/** Leases up to `limit` due crawls to `workerId`: the longest due first, at most one per host, no host that is busy. */
export async function leaseDueCrawls(db: Db, workerId: string, limit: number): Promise<LeaseResult> {
  return db.transaction(async (tx) => {
    const { locked, isContended } = await tryLockHosts(tx, sql`select host from crawls where ${isCrawlDue}`)
    if (locked.length === 0) return { leased: [], wantedHosts: [], isContended }
    const result = await tx.execute(sql`
      with due as materialized (
        select id, host, next_step_at, coalesce(waiting ->> 'code' = 'host', false) as shows_wait,
               next_step_at < statement_timestamp() - make_interval(secs => ${SHOW_WAIT_AFTER_SECONDS}) as is_long_due,
               -- A crawl that will stop, or waits for its last summaries, sends nothing to its host.
               not stop_requested and pages_crawled < max_pages
                 and exists(select 1 from frontier where crawl_id = crawls.id and state = 'waiting') as needs_host
          from crawls
         where ${isCrawlDue} and ${lockNumberOf(sql`host`)} = any(${`{${locked.join(',')}}`}::int[])),
      ranked as (
        select *, row_number() over (partition by case when needs_host then host else id::text end
                                     order by next_step_at, id) as rank,
               needs_host and (exists(select 1 from crawls held where held.host = due.host and held.leased_by is not null
                                         and held.leased_until >= statement_timestamp())
                               or exists(select 1 from host_locks where host_locks.host = due.host
                                            and held_until > statement_timestamp())) as is_host_busy
          from due),
      leased as (
        update crawls set leased_by = ${workerId}, leased_until = ${leaseEnd}
         where id in (
           select id from crawls
            where id in (select id from ranked where rank = 1 and not is_host_busy)
              and (leased_until is null or leased_until < statement_timestamp())
            order by next_step_at limit ${limit}
            for update skip locked)
        returning id, host)
      select id, host, true as is_leased, shows_wait, is_long_due from ranked where id in (select id from leased)
      union all
      select id, host, false as is_leased, shows_wait, is_long_due from ranked
       where id not in (select id from leased) and (is_host_busy or rank > 1 and host in (select host from leased))`)
    const { rows } = DueCrawls.parse(result)
    const leased = rows.filter((row) => row.is_leased)
    const blocked = rows.filter((row) => !row.is_leased)
    const toClear = leased.filter((row) => row.shows_wait)
    const toShow = blocked.filter((row) => row.is_long_due && !row.shows_wait)
    await setWaiting(tx, toClear, sql`null`)
    await setWaiting(tx, toShow, sql`jsonb_build_object('code', 'host', 'host', ${crawls.host})`)
    return {
      leased: leased.map(({ id, host }) => ({ id, host })),
      wantedHosts: [...new Set(blocked.map(({ host }) => host))],
      isContended,
    }
  })
}

async function setWaiting(tx: Db, rows: { id: string }[], waiting: SQL) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const changed = await tx.update(crawls).set({ waiting }).where(inArray(crawls.id, ids)).returning()
  for (const crawl of changed) await publishProgress(tx, crawl)
}

const NextDue = z.object({
  rows: z.tuple([z.object({ is_any_due: z.boolean(), ms: z.coerce.number().nullable(), now_ms: z.coerce.number() })]),
})

/**
 * Whether crawls are due now, the milliseconds until the next becomes due, null when none is scheduled for later, and
 * the database's time.
 */
export async function readNextDue(db: Db): Promise<{ isAnyDue: boolean; dueMs: number | null; nowMs: number }> {
  const result = await db.execute(sql`
    select exists(select from crawls where ${isCrawlDue}) as is_any_due,
           extract(epoch from min(next_step_at) - now()) * 1000 as ms,
           extract(epoch from statement_timestamp()) * 1000 as now_ms
      from crawls where next_step_at > now()`)
  const [{ is_any_due: isAnyDue, ms, now_ms: nowMs }] = NextDue.parse(result).rows
  return { isAnyDue, dueMs: ms, nowMs }
}

/** After the database's clock was set back, what was due in a second is due much later: cuts every wait to a minute. */
export async function cutWaits(db: Db) {
  const soon = sql`statement_timestamp() + interval '1 minute'`
  await db.transaction(async (tx) => {
    await lockHosts(tx, sql`select host from crawls where next_step_at is not null`)
    await tx.execute(sql`update crawls set next_step_at = ${soon} where next_step_at > ${soon}`)
    await tx.execute(sql`update crawls set leased_until = ${leaseEnd} where leased_until > ${leaseEnd}`)
    await tx.execute(sql`update host_locks set held_until = ${soon} where held_until > ${soon}`)
    await tx.execute(sql`update frontier set due_at = ${soon} where due_at > ${soon}`)
    await tx.execute(sql`update chat_check_pages set due_at = ${soon} where due_at > ${soon}`)
  })
}

/** Does not renew an expired lease: another process may be using that host by now. */
export async function renewLeases(db: Db, workerId: string, crawlIds: string[]) {
  if (crawlIds.length === 0) return
  await db.transaction(async (tx) => {
    await lockHosts(tx, sql`select host from crawls where ${inArray(crawls.id, crawlIds)}`)
    await tx
      .update(crawls)
      .set({ leasedUntil: leaseEnd })
      .where(and(inArray(crawls.id, crawlIds), eq(crawls.leasedBy, workerId), isLeaseLive))
  })
}

/**
 * Ends the lease; `next_step_at` decides when the crawl is leased again. With `canContinue` the crawl is due now and
 * queues behind the other crawls of its host. Notifies the workers when another due crawl has the same host.
 */
export async function releaseCrawl(db: Db, workerId: string, crawlId: string, { canContinue = false } = {}) {
  await db.execute(sql`
    with released as (
      update crawls set leased_by = null, leased_until = null,
                        next_step_at = case when ${canContinue} then now() else next_step_at end
       where id = ${crawlId}::uuid and leased_by = ${workerId}
      returning host)
    select pg_notify(${CRAWL_DUE_CHANNEL}, '') from released
     where exists(select 1 from crawls where host = released.host and id <> ${crawlId}::uuid
                     and next_step_at <= now() and leased_by is null)`)
}

export class LeaseLost extends Error {}

type LeaseId = { crawlId: string; workerId: string }

/** `lockLeased` for one crawl. Throws LeaseLost when this worker no longer holds the lease. */
export async function assertLease(tx: Db, lease: LeaseId) {
  if ((await lockLeased(tx, [lease])).size === 0) throw new LeaseLost()
}

/**
 * Within `tx`: locks and returns the crawls whose lease this worker still holds, by id. The row lock makes a second
 * worker that believes it holds the lease wait for this transaction.
 */
export async function lockLeased(tx: Db, leases: readonly LeaseId[]) {
  const workerId = leases[0]?.workerId ?? ''
  const ids = leases.map(({ crawlId }) => crawlId)
  const rows = await tx
    .select()
    .from(crawls)
    .where(and(inArray(crawls.id, ids), eq(crawls.leasedBy, workerId)))
    // Always in the same order, so that two workers cannot wait for each other.
    .orderBy(asc(crawls.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** For the start of the only worker: every lease is left over from a dead process. */
export async function clearLeases(db: Db) {
  await db.update(crawls).set({ leasedBy: null, leasedUntil: null }).where(isNotNull(crawls.leasedBy))
}

/** Within `tx`: wakes the crawl loops of all workers after the commit. */
export async function announceDue(tx: Db) {
  await notify(tx, CRAWL_DUE_CHANNEL, '')
}

/** Within `tx`: the worker that holds the lease drops its current page after the commit and loads the crawl again. */
export async function announceStop(tx: Db, crawlId: string) {
  await notify(tx, CRAWL_STOP_CHANNEL, crawlId)
}
