/** Starts a PostgreSQL server with the template database that every test of the `postgres` project copies. */
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLog } from '#server/platform/log.ts'
import { openQueue } from '#server/platform/open-queue.ts'
import { runStatement, withDatabaseName } from './run-statement.ts'
import { startPostgresServer } from './postgres-server.ts'

export default async function setup(project: TestProject) {
  const server = await startPostgresServer()
  const template = 'readback_template'
  await runStatement(server.url, `create database ${template}`)
  const log = createLog({ level: 'error', readable: false })
  const database = await openDatabase({
    databaseUrl: withDatabaseName(server.url, template),
    dataDir: server.directory,
    log,
  })
  // Including the queue's tables, which take longer to create than most tests run.
  const queue = await openQueue(database, log)
  await queue.close(1000)
  await database.close()
  project.provide('databases', { kind: 'postgres', folder: server.directory, serverUrl: server.url, template })
  return () => server.stop()
}
