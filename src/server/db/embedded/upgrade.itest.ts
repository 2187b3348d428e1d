/** An older version's data directory is opened by this one, in place. postgres/upgrade.itest.ts is the same of a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { expect, inject, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#server/db/open-database.ts'
import { openTestApp } from '#test/app.ts'
import { EARLY, everyRow, type Kept, makeAsOf, type Query } from '#test/releases/as-of.ts'
import { expectEverythingThere, RELEASE_SECRET, releases } from '#test/releases/released.ts'
import { silentLog } from '#test/silent-log.ts'
import { openEngineSession } from './engine-session.ts'
import { databaseDirectory, writeVersion } from './version-marker.ts'

it.each(releases)('opens the data directory that $version left, with everything in it', async ({ file }) => {
  await opens(file)
}, 60_000)

it('opens a data directory of long before, too', async () => {
  await opens(releases[0]?.file ?? '', EARLY)
}, 60_000)

async function opens(file: string, migrations?: number) {
  const dataDir = await mkdtemp(join(inject('databases').folder, 'release-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  writeVersion(dataDir)
  const before = await onEngine(dataDir, async (query, session) => {
    const migrateFrom = (folder: string) => migrate(drizzle({ client: session }), { migrationsFolder: folder })
    await makeAsOf({ file, migrations }, { query, migrateFrom })
    return everyRow(query)
  })
  const opened = await openDatabase({ dataDir, log: silentLog })
  const read: Query = async (statement) => z.object({ rows: z.array(z.unknown()) }).parse(await opened.db.execute(sql.raw(statement)))
  const after = await everyRow(read, before).finally(opened.close)
  expect(after).toEqual(before)

  const app = await openTestApp({ databaseUrl: undefined, dataDir, appSecret: RELEASE_SECRET })
  try {
    await expectEverythingThere(app)
  } finally {
    await app.close()
  }
}

/** The engine alone, without this version's tables. */
async function onEngine(dataDir: string, action: (query: Query, session: PGlite) => Promise<Kept>): Promise<Kept> {
  const session = await openEngineSession({ directory: databaseDirectory(dataDir), log: silentLog })
  try {
    // Drizzle asks for the class and uses what the session has, as open-embedded.ts says.
    return await action((statement, values) => session.query(statement, values), session as unknown as PGlite)
  } finally {
    await session.close()
  }
}
