/**
 * Which process is at which crawl. A crawl row carries when its next page may be taken (`next_step_at`) and a lease;
 * a process takes due rows with `for update skip locked`, so any number of processes share the work without asking
 * each other. docs/decisions/003-crawl-as-slices.md says why this is not a queue job per page.
 */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'

/** A dead process' crawls go on elsewhere after this time; living ones renew at a quarter of it. */
export const LEASE_SECONDS = 10

/** Notified whenever a crawl becomes due earlier than its workers may expect. */
export const CRAWL_DUE_CHANNEL = 'readback_crawl_due'

const Taken = z.object({ rows: z.array(z.object({ id: z.string() })) })

/** Takes up to `limit` due crawls for `workerId` and answers their ids, longest due first. */
export async function takeDueCrawls(db: Db, workerId: string, limit: number): Promise<string[]> {
  const result = await db.execute(sql`
    update crawls set leased_by = ${workerId}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     where id in (
       select id from crawls
        where next_step_at <= now() and (leased_until is null or leased_until < now())
        order by next_step_at limit ${limit}
        for update skip locked)
    returning id`)
  return Taken.parse(result).rows.map((row) => row.id)
}

const Due = z.object({ rows: z.array(z.object({ ms: z.coerce.number().nullable() })) })

/** Milliseconds until some crawl becomes due or a lease runs out; null when none is under way. */
export async function msUntilNextDue(db: Db): Promise<number | null> {
  const result = await db.execute(sql`
    select extract(epoch from min(greatest(next_step_at, coalesce(leased_until, next_step_at))) - now()) * 1000 as ms
      from crawls where next_step_at is not null`)
  return Due.parse(result).rows[0]?.ms ?? null
}

export async function renewLeases(db: Db, workerId: string, crawlIds: string[]) {
  if (crawlIds.length === 0) return
  await db
    .update(crawls)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(and(inArray(crawls.id, crawlIds), eq(crawls.leasedBy, workerId)))
}

/** Gives a crawl back; its `next_step_at` says when it is taken again. */
export async function releaseCrawl(db: Db, workerId: string, crawlId: string) {
  await db
    .update(crawls)
    .set({ leasedBy: null, leasedUntil: null })
    .where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
}

/** The embedded database has one opener: at its start every lease is of a process that died. */
export async function clearLeases(db: Db) {
  await db.update(crawls).set({ leasedBy: null, leasedUntil: null }).where(isNotNull(crawls.leasedBy))
}

/** Within `tx`: wakes the workers once it commits. */
export async function announceDue(tx: Db) {
  await tx.execute(sql`select pg_notify(${CRAWL_DUE_CHANNEL}, '')`)
}
