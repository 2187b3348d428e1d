import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { type Header, type Mark, writeBackup } from './backup-file.ts'
import { readRows } from './read-rows.ts'
import { hasSealedColumns, omitSealed } from './reseal-row.ts'
import { readTables, type Table } from './read-tables.ts'

/** The text that `secretCheck` of a header seals, and its purpose. */
export const SECRET_CHECK = 'readback backup'

/**
 * Writes a consistent snapshot of the installation to `file` and returns its number of rows. PostgreSQL serves other
 * requests during the export; the embedded database has one session, so they wait. Throws AppError 'backup.unwritable'.
 */
export async function exportInstallation(
  { db, appSecret }: { db: Db; appSecret: string },
  file: string,
): Promise<{ rows: number }> {
  let rows = 0
  await db.transaction(
    async (tx) => {
      const header: Header = {
        readback: 1,
        madeAt: new Date().toISOString(),
        migrations: await countMigrations(tx),
        secretCheck: createSecretBox(appSecret).seal(SECRET_CHECK, SECRET_CHECK),
      }
      await writeBackup(
        file,
        backupLines(tx, header, (count) => (rows = count)),
      )
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return { rows }
}

async function* backupLines(tx: Db, header: Header, onComplete: (rows: number) => void): AsyncGenerator<string> {
  yield JSON.stringify(header)
  let total = 0
  for (const table of await readTables(tx)) {
    yield mark(['table', table.name])
    const digest = createTableDigest(table)
    for await (const batch of readRows(tx, table)) {
      for (const row of batch) digest.add(row)
      yield batch.join('\n')
    }
    total += digest.rows()
    yield mark(['end', table.name, digest.rows(), digest.sum()])
  }
  onComplete(total)
  yield mark(['complete', total])
}

/** SHA-256 over the rows of a table in key order, without sealed values, which differ between installations. */
export function createTableDigest({ name }: Pick<Table, 'name'>) {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row: string) {
      rows++
      hash.update(
        hasSealedColumns(name)
          ? JSON.stringify(omitSealed(name, z.record(z.string(), z.unknown()).parse(JSON.parse(row))))
          : row,
      )
      hash.update('\n')
    },
    rows: () => rows,
    sum: () => hash.digest('hex'),
  }
}

export async function countMigrations(tx: Db): Promise<number> {
  const counted = await tx.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`)
  return z.object({ rows: z.tuple([z.object({ n: z.number() })]) }).parse(counted).rows[0].n
}

const mark = (fields: Mark) => JSON.stringify(fields)
