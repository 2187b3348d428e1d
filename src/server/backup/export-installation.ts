/** Writes the whole installation into one file, as it stood at one moment. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { secretBox } from '#server/secrets/secret-box.ts'
import { type Header, type Mark, writeBackup } from './backup-file.ts'
import { readRows } from './read-rows.ts'
import { hasSealed, withoutSealed } from './sealed-values.ts'
import { readTables, type Table } from './tables.ts'

/** What `secretCheck` of a header seals, and for what. */
export const SECRET_CHECK = 'readback backup'

/**
 * Answers how many rows were written. On PostgreSQL everybody else goes on meanwhile; the embedded database has one
 * session, so others wait until it is done. Throws AppError 'backup.unwritable'.
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
        secretCheck: secretBox(appSecret).seal(SECRET_CHECK, SECRET_CHECK),
      }
      await writeBackup(file, lines(tx, header, (count) => (rows = count)))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return { rows }
}

async function* lines(tx: Db, header: Header, onRows: (count: number) => void): AsyncGenerator<string> {
  yield JSON.stringify(header)
  let all = 0
  for (const table of await readTables(tx)) {
    yield mark(['table', table.name])
    const digest = tableDigest(table)
    for await (const batch of readRows(tx, table)) {
      for (const row of batch) digest.add(row)
      yield batch.join('\n')
    }
    all += digest.rows()
    yield mark(['end', table.name, digest.rows(), digest.sum()])
  }
  onRows(all)
  yield mark(['complete', all])
}

/** SHA-256 over the rows of a table in their order, without what is sealed. */
export function tableDigest({ name }: Pick<Table, 'name'>) {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row: string) {
      rows++
      hash.update(hasSealed(name) ? JSON.stringify(withoutSealed(name, z.record(z.string(), z.unknown()).parse(JSON.parse(row)))) : row)
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

const mark = (words: Mark) => JSON.stringify(words)
