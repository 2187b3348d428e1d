/** Before the `postgres` project: a server, and in it one prepared database, which every test copies. */
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/open-database.ts'
import { createLog } from '#server/log.ts'
import { openQueue } from '#server/queue/open-queue.ts'
import { onServer, withName } from './on-server.ts'
import { startPostgresServer } from './postgres-server.ts'

export default async function setup(project: TestProject) {
  const server = await startPostgresServer()
  const template = 'readback_template'
  await onServer(server.url, `create database ${template}`)
  const log = createLog({ level: 'error', readable: false })
  const database = await openDatabase({ databaseUrl: withName(server.url, template), dataDir: server.directory, log })
  // The queue's own tables too: making them takes longer than many a test.
  const queue = await openQueue(database, log)
  await queue.close(1000)
  await database.close()
  project.provide('databases', { kind: 'postgres', folder: server.directory, serverUrl: server.url, template })
  return () => server.stop()
}
