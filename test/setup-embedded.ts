/** Prepares the database directory that every test of the `embedded` project copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLog } from '#server/platform/log.ts'
import { openQueue } from '#server/platform/open-queue.ts'

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'readback-tests-'))
  const template = join(folder, 'template')
  const log = createLog({ level: 'error', readable: false })
  const database = await openDatabase({ dataDir: template, log })
  // Including the queue's tables, which take longer to create than most tests run.
  const queue = await openQueue(database, log)
  await queue.close(1000)
  await database.close()
  await rm(join(template, 'lock'))
  project.provide('databases', { kind: 'embedded', folder, template })
  return () => rm(folder, { recursive: true, force: true })
}
