/**
 * A data directory with a migrated, empty embedded database, which tests copy: creating one takes seconds.
 * `node test/embedded-template.ts DIRECTORY` creates it.
 */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { databaseDirectory } from '#server/platform/db/embedded/data-directory.ts'
import { createLog } from '#server/platform/log.ts'
import { openQueue } from '#server/platform/open-queue.ts'

export async function createTemplate(dataDir: string) {
  const log = createLog({ level: 'error', readable: false })
  const database = await openDatabase({ dataDir, log })
  // Including the queue's tables, which take longer to create than most tests run.
  const queue = await openQueue(database, log)
  await queue.close(1000)
  await database.close()
  rmSync(join(dataDir, 'lock'))
  // template1 and template0, which no connection opens: a third of the CPU time of a copy.
  for (const oid of ['1', '4']) rmSync(join(databaseDirectory(dataDir), 'base', oid), { recursive: true })
  // Clearing the default of 128 MB is most of what opening a database costs.
  appendFileSync(join(databaseDirectory(dataDir), 'postgresql.conf'), '\nshared_buffers = 16MB\n')
}

if (import.meta.main) await createTemplate(process.argv[2] ?? '')
