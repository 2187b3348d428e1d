/** A new database for a test, embedded or PostgreSQL depending on the project that vitest.config.ts runs it in. */
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Log } from '#server/platform/log.ts'
import { runStatement, withDatabaseName } from './run-statement.ts'
import { testLog } from './test-log.ts'

export type TestDatabase = Database & {
  /** Used by this test only, and removed afterward. */
  dataDir: string
  /**
   * What `openDatabase` opened. Open it again to simulate a second process (PostgreSQL) or, after `close`, a restart.
   */
  options: { databaseUrl?: string; dataDir: string; log: Log }
}

/**
 * Opens a migrated, empty database. Opened in a test, it is closed after it; opened in `beforeAll`, close it in
 * `afterAll`.
 */
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

/** One database for all tests of a file. Returns it to a test; before each one the rows of `table` are deleted. */
export function shareTestDatabase(table: PgTable): () => TestDatabase {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    await database.db.delete(table)
  })
  afterAll(() => database.close())
  return () => database
}

/**
 * Creates a migrated, empty database for `openDatabase`. Created in a test, it is removed after it, and after
 * everything that the test registered later with `onTestFinished`.
 */
export async function newTestDatabase(): Promise<TestDatabase['options']> {
  const databases = inject('databases')
  const dataDir = await mkdtemp(join(databases.folder, 'test-'))
  const options = { dataDir, log: testLog }
  if (databases.kind === 'embedded') {
    // The asynchronous `cp` takes ten times the CPU time.
    cpSync(databases.template, dataDir, { recursive: true })
    afterThisTest(() => remove(options))
    return options
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runStatement(databases.serverUrl, `create database ${name} template ${databases.template}`)
  const onPostgres = { ...options, databaseUrl: withDatabaseName(databases.serverUrl, name) }
  afterThisTest(() => remove(onPostgres))
  return onPostgres
}

async function remove({ dataDir, databaseUrl }: TestDatabase['options']) {
  rmSync(dataDir, { recursive: true, force: true })
  if (!databaseUrl) return
  const name = new URL(databaseUrl).pathname.slice(1)
  await runStatement(withDatabaseName(databaseUrl, 'postgres'), `drop database if exists ${name} with (force)`)
}

export function databaseKind() {
  return inject('databases').kind
}

/**
 * Defines tests that need several database sessions. On the embedded database they do not exist, rather than being
 * skipped.
 */
export function onlyOnPostgres(define: () => void) {
  if (databaseKind() === 'postgres') define()
}

/** Does nothing in a hook, where there is no current test. */
function afterThisTest(action: () => Promise<void>) {
  try {
    onTestFinished(action)
  } catch {
    // Called in a hook.
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases:
      // `folder` is removed at the end of the run; `template` is a directory or the name of a database.
      | { kind: 'embedded'; folder: string; template: string }
      | { kind: 'postgres'; folder: string; serverUrl: string; template: string }
  }
}
