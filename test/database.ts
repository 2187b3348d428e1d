/**
 * A fresh database for a test. Integration tests (`*.itest.ts`) run twice, in the projects `embedded` and `postgres`
 * of vitest.config.ts; which database they get is decided there, and they do not know.
 */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
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
    await remove(options)
  }
  afterThisTest(close)
  return { ...database, ...options, options, close }
}

/**
 * A migrated, empty database that nobody has opened: what `openDatabase` takes. Within a test it is removed by itself,
 * after all that the test registered later.
 */
export async function newTestDatabase(): Promise<TestDatabase['options']> {
  const databases = inject('databases')
  const dataDir = await mkdtemp(join(databases.folder, 'test-'))
  const options = { dataDir, log: silentLog }
  if (databases.kind === 'embedded') {
    await cp(databases.template, dataDir, { recursive: true })
    afterThisTest(() => remove(options))
    return options
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(databases.serverUrl, `create database ${name} template ${databases.template}`)
  const onPostgres = { ...options, databaseUrl: withName(databases.serverUrl, name) }
  afterThisTest(() => remove(onPostgres))
  return onPostgres
}

async function remove({ dataDir, databaseUrl }: TestDatabase['options']) {
  await rm(dataDir, { recursive: true, force: true })
  if (!databaseUrl) return
  const name = new URL(databaseUrl).pathname.slice(1)
  await onServer(withName(databaseUrl, 'postgres'), `drop database if exists ${name} with (force)`)
}

/** Which of the two worlds this run is in. */
export function databaseKind() {
  return inject('databases').kind
}

/** Defines tests of what only a server with several sessions can show. Elsewhere they are not there, rather than skipped. */
export function onlyOnPostgres(define: () => void) {
  if (databaseKind() === 'postgres') define()
}

/** Called in a hook there is no test to wait for; then whoever opened it closes it, and the run removes the rest. */
function afterThisTest(action: () => Promise<void>) {
  try {
    onTestFinished(action)
  } catch {
    // in a hook
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases:
      // `folder` holds what this run makes and is removed at its end; `template` is a directory or a database in it.
      | { kind: 'embedded'; folder: string; template: string }
      | { kind: 'postgres'; folder: string; serverUrl: string; template: string }
  }
}
