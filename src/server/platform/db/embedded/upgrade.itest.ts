/** Opens data directories of older versions. postgres/upgrade.itest.ts does the same with a PostgreSQL server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { expect, inject, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { openTestApp } from '#test/app.ts'
import { type AllRows, type Query, readAllRows, restoreSnapshot } from '#test/releases/restore-snapshot.ts'
import { expectSnapshotData, SNAPSHOT_SECRET, snapshots } from '#test/releases/snapshots.ts'
import { testLog } from '#test/test-log.ts'
import { openEngineSession } from './engine-session.ts'
import { databaseDirectory, writeVersion } from './data-directory.ts'

it.each(snapshots)(
  'opens a data directory with the schema $schema and keeps every row',
  async ({ file, schema }) => {
    await expectUpgrade(file, schema)
  },
  60_000,
)

async function expectUpgrade(file: string, schema: string) {
  const dataDir = await mkdtemp(join(inject('databases').folder, 'release-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  writeVersion(dataDir)
  const before = await onEngine(dataDir, async (query, session) => {
    const migrateFrom = (folder: string) => migrate(drizzle({ client: session }), { migrationsFolder: folder })
    await restoreSnapshot(file, { query, migrateFrom })
    return readAllRows(query)
  })
  const opened = await openDatabase({ dataDir, log: testLog })
  const read: Query = async (statement) =>
    z.object({ rows: z.array(z.unknown()) }).parse(await opened.db.execute(sql.raw(statement)))
  const after = await readAllRows(read, before).finally(opened.close)
  expect(after).toEqual(before)

  const app = await openTestApp({ databaseUrl: undefined, dataDir, appSecret: SNAPSHOT_SECRET })
  try {
    await expectSnapshotData(app, schema)
  } finally {
    await app.close()
  }
}

/** Runs `action` on the engine without this version's migrations. */
async function onEngine(
  dataDir: string,
  action: (query: Query, session: PGlite) => Promise<AllRows>,
): Promise<AllRows> {
  const session = await openEngineSession({ directory: databaseDirectory(dataDir), log: testLog })
  try {
    // Drizzle's type asks for the class, see open-embedded.ts.
    return await action((statement, values) => session.query(statement, values), session as unknown as PGlite)
  } finally {
    await session.close()
  }
}
