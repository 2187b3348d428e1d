/**
 * At most one crawler per host and port, over all users and processes. A crawl holds its host through its lease
 * (lease.ts); previews and checks take the lock here. docs/decisions/003-crawl-leases.md describes how both interact.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'

/** Payload: a host that a preview or check waits for. The crawl that holds it releases it after its current page. */
export const HOST_WANTED_CHANNEL = 'readback_host_wanted'

/** Notified when a crawl becomes due, or its host free, earlier than the workers expect. */
export const CRAWL_DUE_CHANNEL = 'readback_crawl_due'

/** A reservation ends unless its caller tries to take the lock again within this time. */
const RESERVATION_SECONDS = 5
const POLL_MS = 100
// Any number that no other advisory lock of this database uses.
const SCHEDULING_LOCK = 0x7475726e

/** Each host belongs to one of 64 locks, so that decisions about different hosts rarely wait for each other. */
export const lockNumberOf = (host: SQL) => sql`(hashtext(${host}) & 63)`
const lockNumbersOf = (hosts: SQL) =>
  sql`select distinct ${lockNumberOf(sql`host`)} as number from (${hosts}) as wanted (host)`

/**
 * Serializes all decisions about the leases and locks of `hosts`, a query of one column. Take it first in `tx`, before
 * reading crawls or locks, and once: the order of the numbers keeps two transactions from waiting for each other.
 */
export async function lockHosts(tx: Db, hosts: SQL) {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${SCHEDULING_LOCK}::int, number) from (${lockNumbersOf(hosts)} order by number) as locks`)
}

const Tried = z.object({ rows: z.array(z.object({ number: z.number(), is_mine: z.boolean() })) })

/**
 * As lockHosts, without waiting: `locked` are the numbers taken, `isContended` is true when another transaction has
 * one.
 */
export async function tryLockHosts(tx: Db, hosts: SQL): Promise<{ locked: number[]; isContended: boolean }> {
  const result = await tx.execute(sql`
    select number, pg_try_advisory_xact_lock(${SCHEDULING_LOCK}::int, number) as is_mine
      from (${lockNumbersOf(hosts)}) as locks`)
  const { rows } = Tried.parse(result)
  const locked = rows.filter((row) => row.is_mine).map((row) => row.number)
  return { locked, isContended: locked.length < rows.length }
}

/**
 * Waits for the lock of `host` (as in URL.host) and holds it for at most `seconds`. Rejects when `signal` is aborted.
 */
export async function awaitHostLock(
  db: Db,
  { host, heldBy, seconds, signal }: { host: string; heldBy: string; seconds: number; signal?: AbortSignal },
): Promise<void> {
  while (!(await acquireHostLock(db, host, heldBy, seconds))) await sleep(POLL_MS, undefined, { signal })
  if (!signal?.aborted) return
  await releaseHostLock(db, host, heldBy)
  signal.throwIfAborted()
}

const Acquired = z.object({ rows: z.array(z.object({ is_mine: z.boolean(), is_free: z.boolean() })) })

/**
 * Takes or extends the lock of `host` (as in URL.host) for at most `seconds`; `heldBy` is any name unique to the
 * caller. Returns false while a crawl or another caller holds the host. When a crawl holds it, the first caller to ask
 * reserves it: no other crawl may start there as long as this caller tries again within RESERVATION_SECONDS.
 */
export async function acquireHostLock(db: Db, host: string, heldBy: string, seconds: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockHosts(tx, sql`select ${host}::text`)
    const result = await tx.execute(sql`
      with crawled as (select exists(select 1 from crawls where host = ${host} and leased_by is not null
                                        and leased_until > statement_timestamp()) as is_crawled),
           acquired as (
             insert into host_locks (host, held_by, held_until)
             select ${host}::text, ${heldBy}::text, statement_timestamp() + make_interval(
                      secs => case when is_crawled then ${RESERVATION_SECONDS}::float8 else ${seconds}::float8 end)
               from crawled
             on conflict (host) do update set held_by = excluded.held_by, held_until = excluded.held_until
               where host_locks.held_by = excluded.held_by or host_locks.held_until <= statement_timestamp()
             returning host)
      select exists(select 1 from acquired) as is_mine, not is_crawled as is_free from crawled`)
    const row = Acquired.parse(result).rows[0]
    if (row?.is_mine && !row.is_free) await announceHostWanted(tx, [host])
    return row !== undefined && row.is_mine && row.is_free
  })
}

export async function announceHostWanted(db: Db, hosts: string[]) {
  await notify(db, HOST_WANTED_CHANNEL, ...hosts)
}

const PAUSE = 'pause'

/**
 * Keeps crawls, previews and checks away from `host` for `ms`: a site's Crawl-delay applies to them together. A lock or
 * reservation that exists is kept. Needs no lockHosts: the crawl that calls this holds the host.
 */
export async function pauseHost(db: Db, host: string, ms: number): Promise<void> {
  await db.execute(sql`
    insert into host_locks (host, held_by, held_until)
    values (${host}, ${PAUSE}, statement_timestamp() + make_interval(secs => ${ms / 1000}::float8))
    on conflict (host) do update set held_by = excluded.held_by, held_until = excluded.held_until
      where host_locks.held_by = excluded.held_by or host_locks.held_until <= statement_timestamp()`)
}

/** Releases a lock or a reservation. */
export async function releaseHostLock(db: Db, host: string, heldBy: string): Promise<void> {
  await db.execute(sql`
    with released as (delete from host_locks where host = ${host} and held_by = ${heldBy} returning host)
    select pg_notify(${CRAWL_DUE_CHANNEL}, '') from released`)
}
