/**
 * What background processes do for a server and nobody does for a single session: checkpoints, so that the
 * write-ahead log stays small, and VACUUM (ANALYZE), so that dead rows do not pile up and the planner knows the tables.
 */
import type { Log } from '#server/log.ts'
import type { EngineSession } from './engine-session.ts'

export type UpkeepTimes = { lookMs: number; checkpointMs: number; vacuumMs: number; burstBytes: number; quietBytes: number }

const usual: UpkeepTimes = {
  lookMs: 10_000,
  checkpointMs: 5 * 60_000,
  vacuumMs: 60 * 60_000,
  /** So much of write-ahead log is checkpointed at once, and was a burst. */
  burstBytes: 64 * 1024 * 1024,
  /** So little since the last look counts as the end of a burst. */
  quietBytes: 512 * 1024,
}

/** Looks from time to time whether something is due. Answers the function that stops it. */
export function startUpkeep(session: Pick<EngineSession, 'query' | 'execLong'>, log: Log, times = usual): () => void {
  let now = 0
  let last: { position: number; checkpoint: Mark; vacuum: Mark } | undefined
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    void look()
      .catch((error) => log.warn({ err: error }, 'upkeep of the embedded database failed'))
      .finally(() => (busy = false))
  }, times.lookMs)
  timer.unref()
  return () => clearInterval(timer)

  async function look() {
    const position = await writtenBytes(session)
    now = performance.now()
    last ??= { position, checkpoint: { position, at: now }, vacuum: { position, at: now } }
    const quiet = position - last.position < times.quietBytes
    last.position = position

    if (isDue(last.checkpoint, position, times.burstBytes, times.checkpointMs)) {
      await session.execLong('checkpoint')
      last.checkpoint = { position: await writtenBytes(session), at: now }
    }
    const afterBurst = quiet && position - last.vacuum.position >= times.burstBytes
    if (afterBurst || isDue(last.vacuum, position, Infinity, times.vacuumMs)) {
      await vacuum(session)
      last.vacuum = { position: await writtenBytes(session), at: now }
    }
  }

  function isDue(mark: Mark, position: number, bytes: number, ms: number) {
    const written = position - mark.position
    return written >= bytes || (written > 0 && now - mark.at >= ms)
  }
}

type Mark = { position: number; at: number }

/** Table by table, so that others have their turn in between. */
async function vacuum(session: Pick<EngineSession, 'query' | 'execLong'>) {
  const { rows } = await session.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'm') and relpersistence = 'p'`,
  )
  for (const { name } of rows) {
    // A table that was dropped meanwhile is no failure of the upkeep.
    await session.execLong(`vacuum (analyze) ${name}`).catch((error) => {
      if (error.code !== '42P01') throw error
    })
  }
}

/** Bytes of write-ahead log since the cluster was made. */
async function writtenBytes(session: Pick<EngineSession, 'query'>) {
  const { rows } = await session.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  )
  return Number(rows[0]?.bytes ?? 0)
}
