import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/platform/db/schema/index.ts'
import { createTransactionGuard } from '#server/platform/db/transaction-guard.ts'
import { newTestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { openEmbedded } from './open-embedded.ts'
import { databaseDirectory } from './data-directory.ts'

const MEGABYTE = 1024 * 1024

test(
  'checkpoints the log, removes dead rows and analyzes the tables after a burst of writes',
  { timeout: 60_000 },
  async () => {
    const { dataDir } = await newTestDatabase()
    const { db, close } = await openEmbedded({
      dataDir,
      log: testLog,
      guard: createTransactionGuard({ production: false }),
      maintenance: {
        intervalMs: 100,
        checkpointMs: 3_600_000,
        vacuumMs: 3_600_000,
        burstBytes: 4 * MEGABYTE,
        quietBytes: MEGABYTE / 2,
      },
    })
    const before = await positionOfLastCheckpoint()
    const incompressible = () => randomBytes(100_000).toString('base64')
    for (let row = 0; row < 60; row += 1)
      await db.insert(users).values({ id: `u${row}`, name: incompressible(), email: `${row}` })
    await db.update(users).set({ image: 'x' })

    await expect.poll(positionOfLastCheckpoint, { timeout: 60_000 }).toBeGreaterThan(before + 4 * MEGABYTE)
    await expect.poll(analyzedRows, { timeout: 60_000 }).toBe(60)
    expect(readdirSync(join(databaseDirectory(dataDir), 'pg_wal')).length).toBeLessThan(10)
    await close()

    async function positionOfLastCheckpoint() {
      const [row] = await db
        .select({ bytes: sql<string>`pg_wal_lsn_diff(redo_lsn, '0/0')` })
        .from(sql`pg_control_checkpoint()`)
      return Number(row?.bytes)
    }

    async function analyzedRows() {
      const [row] = await db.select({ rows: sql<number>`reltuples` }).from(sql`pg_class where oid = 'users'::regclass`)
      return row?.rows
    }
  },
)
