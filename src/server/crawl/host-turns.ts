/**
 * One page at a time of each host and port, over all people and processes. A crawl's turn is its lease (lease.ts);
 * whoever reads a site outside of a crawl takes a turn here. docs/decisions/003-crawl-as-slices.md says how they meet.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'

/** Notified with a host when somebody waits for it: the crawl that is at it gives it up after the page in hand. */
export const HOST_WANTED_CHANNEL = 'readback_host_wanted'

/** Notified whenever a crawl becomes due, or its host free, earlier than its workers may expect. */
export const CRAWL_DUE_CHANNEL = 'readback_crawl_due'

/** Whoever is next at a host keeps that place for so long after asking last. */
const NEXT_SECONDS = 5
const LOOK_AGAIN_MS = 100
// "turn", as a number that no other lock of this database has.
const TURNS_LOCK = 0x7475726e

/** Within `tx`, before its first look: turns are given one after another, whichever process asks. */
export async function lockTurns(tx: Db) {
  await tx.execute(sql`select pg_advisory_xact_lock(${TURNS_LOCK}::int)`)
}

/** Waits for the turn at `host` (as in URL.host) and holds it for at most `seconds`. Rejects when `signal` is aborted. */
export async function awaitHostTurn(
  db: Db,
  ask: { host: string; heldBy: string; seconds: number; signal?: AbortSignal },
): Promise<void> {
  while (!(await takeHostTurn(db, ask.host, ask.heldBy, ask.seconds))) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal: ask.signal })
  }
  ask.signal?.throwIfAborted()
}

const Taken = z.object({ rows: z.array(z.object({ mine: z.boolean(), free: z.boolean() })) })

/**
 * Takes the turn at `host` (as in URL.host) for `heldBy`, any name of the asker's own, for at most `seconds`, or
 * prolongs it. False while another is at it: then the asker is next, before all crawls, if it asks again within five
 * seconds and nobody was next before.
 */
export async function takeHostTurn(db: Db, host: string, heldBy: string, seconds: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockTurns(tx)
    const result = await tx.execute(sql`
      with taken as (select exists(select 1 from crawls where host = ${host} and leased_by is not null
                                      and leased_until > statement_timestamp()) as taken),
           next as (
             insert into host_turns (host, held_by, held_until)
             select ${host}::text, ${heldBy}::text, statement_timestamp() + make_interval(secs => case when taken then ${NEXT_SECONDS}::float8 else ${seconds}::float8 end)
               from taken
             on conflict (host) do update set held_by = excluded.held_by, held_until = excluded.held_until
               where host_turns.held_by = excluded.held_by or host_turns.held_until <= statement_timestamp()
             returning host)
      select exists(select 1 from next) as mine, not taken as free from taken`)
    const row = Taken.parse(result).rows[0]
    if (row?.mine && !row.free) await notify(tx, HOST_WANTED_CHANNEL, host)
    return row !== undefined && row.mine && row.free
  })
}

/** Tells the workers elsewhere that a due crawl waits for these hosts. */
export async function announceWanted(db: Db, hosts: string[]) {
  await notify(db, HOST_WANTED_CHANNEL, ...hosts)
}

const PAUSE = 'pause'

/**
 * Keeps every crawl from `host` for `ms`: what the site's Crawl-delay asks for holds for all who read it here together.
 * Whoever has asked for the turn, or for the next one, keeps it.
 */
export async function pauseHost(db: Db, host: string, ms: number): Promise<void> {
  await db.execute(sql`
    insert into host_turns (host, held_by, held_until)
    values (${host}, ${PAUSE}, statement_timestamp() + make_interval(secs => ${ms / 1000}::float8))
    on conflict (host) do update set held_by = excluded.held_by, held_until = excluded.held_until
      where host_turns.held_by = excluded.held_by or host_turns.held_until <= statement_timestamp()`)
}

/** Gives the turn back, or the place as the next one. */
export async function giveHostTurn(db: Db, host: string, heldBy: string): Promise<void> {
  await db.execute(sql`
    with given as (delete from host_turns where host = ${host} and held_by = ${heldBy} returning host)
    select pg_notify(${CRAWL_DUE_CHANNEL}, '') from given`)
}
