/**
 * A fresh database for a test. Integration tests (`*.itest.ts`) run twice, in the projects `embedded` and `postgres`
 * of vitest.config.ts; which database they get is decided there, and they do not know.
 */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Log } from '#server/log.ts'
import { onServer, withName } from './on-server.ts'
import { silentLog } from './silent-log.ts'

export type TestDatabase = Database & {
  /** A directory of this test's own, removed afterwards. */
  dataDir: string
  /** What `openDatabase` opened; open it again to play a second process (PostgreSQL) or, after `close`, a restart. */
  options: { databaseUrl?: string; dataDir: string; log: Log }
}

/** Opens a migrated, empty database. Within a test it is closed by itself; in `beforeAll`, close it in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const options = await newTestDatabase()
  const database = await openDatabase(options)
  const close = async () => {
    await database.close()
    await rm(options.dataDir, { recursive: true, force: true })
    if (options.databaseUrl) await dropDatabase(options.databaseUrl)
  }
  closeAfterTest(close)
  return { ...database, ...options, options, close }
}

/** A migrated, empty database that nobody has opened: what `openDatabase` takes. */
export async function newTestDatabase(): Promise<TestDatabase['options']> {
  const dataDir = await mkdtemp(join(tmpdir(), 'readback-test-'))
  const databases = inject('databases')
  if (databases.kind === 'embedded') {
    await cp(databases.template, dataDir, { recursive: true })
    return { dataDir, log: silentLog }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(databases.serverUrl, `create database ${name} template ${databases.template}`)
  return { databaseUrl: withName(databases.serverUrl, name), dataDir, log: silentLog }
}

/** Which of the two worlds this run is in. */
export function databaseKind() {
  return inject('databases').kind
}

async function dropDatabase(databaseUrl: string) {
  await onServer(withName(databaseUrl, 'postgres'), `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
}

function closeAfterTest(close: () => Promise<void>) {
  try {
    onTestFinished(close)
  } catch {
    // Opened in a hook, which closes it itself.
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases:
      | { kind: 'embedded'; template: string }
      | { kind: 'postgres'; serverUrl: string; template: string }
  }
}
