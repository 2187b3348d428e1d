/** Counts the jobs of each queue in pg-boss's own table. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from './db/database.ts'

export type QueueHealth = {
  waiting: number
  active: number
  failed: number
  /** Age of the oldest job that is due; null when none is. */
  oldestWaitingSeconds: number | null
  queues: { name: string; waiting: number; active: number; failed: number }[]
}

const Rows = z.object({
  rows: z.array(
    z.object({
      name: z.string(),
      waiting: z.coerce.number(),
      active: z.coerce.number(),
      failed: z.coerce.number(),
      oldest: z.coerce.number().nullable(),
    }),
  ),
})

export async function readQueueHealth(db: Db): Promise<QueueHealth> {
  const result = await db.execute(sql`
    select name,
           count(*) filter (where state in ('created', 'retry')) as waiting,
           count(*) filter (where state = 'active') as active,
           count(*) filter (where state = 'failed') as failed,
           extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())) as oldest
      from pgboss.job
     -- pg-boss's internal queues.
     where name not like '\\_\\_%'
     group by name
     order by name`)
  const { rows } = Rows.parse(result)
  const total = (state: 'waiting' | 'active' | 'failed') => rows.reduce((sum, row) => sum + row[state], 0)
  const ages = rows.map(({ oldest }) => oldest).filter((oldest) => oldest !== null)
  return {
    waiting: total('waiting'),
    active: total('active'),
    failed: total('failed'),
    oldestWaitingSeconds: ages.length > 0 ? Math.round(Math.max(...ages)) : null,
    queues: rows.map(({ name, waiting, active, failed }) => ({ name, waiting, active, failed })),
  }
}
