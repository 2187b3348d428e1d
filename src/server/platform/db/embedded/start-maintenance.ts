/**
 * The periodic maintenance that PostgreSQL's background processes do on a server: checkpoints, which keep the
 * write-ahead log small, and VACUUM (ANALYZE), which removes dead rows and updates the planner's statistics.
 */
import type { Log } from '#server/platform/log.ts'
import type { EngineSession } from './engine-session.ts'

export type MaintenanceThresholds = {
  intervalMs: number
  checkpointMs: number
  vacuumMs: number
  /** Bytes of write-ahead log that trigger a checkpoint, and a vacuum after the burst that wrote them has ended. */
  burstBytes: number
  /** A burst has ended when fewer bytes were written in one interval. */
  quietBytes: number
}

const DEFAULTS: MaintenanceThresholds = {
  intervalMs: 10_000,
  checkpointMs: 5 * 60_000,
  vacuumMs: 60 * 60_000,
  burstBytes: 64 * 1024 * 1024,
  quietBytes: 512 * 1024,
}

type Session = Pick<EngineSession, 'query' | 'execLong'>
type Mark = { position: number; at: number }

/** Returns the function that stops maintenance. */
export function startMaintenance(session: Session, log: Log, thresholds = DEFAULTS): () => void {
  let now = 0
  let last: { position: number; checkpoint: Mark; vacuum: Mark } | undefined
  let running = false
  // Immediately too, so that what is written before the first interval counts.
  runIfIdle()
  const timer = setInterval(runIfIdle, thresholds.intervalMs)
  timer.unref()
  return () => clearInterval(timer)

  function runIfIdle() {
    if (running) return
    running = true
    void runDue()
      .catch((error) => log.warn({ err: error }, 'maintenance of the embedded database failed'))
      .finally(() => (running = false))
  }

  async function runDue() {
    const position = await readWalPosition(session)
    now = performance.now()
    last ??= { position, checkpoint: { position, at: now }, vacuum: { position, at: now } }
    const quiet = position - last.position < thresholds.quietBytes
    last.position = position

    if (isDue(last.checkpoint, position, thresholds.burstBytes, thresholds.checkpointMs)) {
      await session.execLong('checkpoint')
      last.checkpoint = { position: await readWalPosition(session), at: now }
    }
    const afterBurst = quiet && position - last.vacuum.position >= thresholds.burstBytes
    if (afterBurst || isDue(last.vacuum, position, Infinity, thresholds.vacuumMs)) {
      await vacuumTables(session)
      last.vacuum = { position: await readWalPosition(session), at: now }
    }
  }

  function isDue(mark: Mark, position: number, bytes: number, ms: number) {
    const written = position - mark.position
    return written >= bytes || (written > 0 && now - mark.at >= ms)
  }
}

/** One statement per table, so other statements can run in between. */
async function vacuumTables(session: Session) {
  const { rows } = await session.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'm') and relpersistence = 'p'`,
  )
  for (const { name } of rows) {
    await session.execLong(`vacuum (analyze) ${name}`).catch((error) => {
      const wasDropped = error.code === '42P01'
      if (!wasDropped) throw error
    })
  }
}

/** Bytes of write-ahead log written since the cluster was created. */
async function readWalPosition(session: Session) {
  const { rows } = await session.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  )
  return Number(rows[0]?.bytes ?? 0)
}
