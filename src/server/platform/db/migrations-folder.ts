import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { OperatorError } from '#server/platform/operator-error.ts'
import type { Db } from './database.ts'

/** `npm run db:generate` writes the migrations here; both databases run them when they are opened. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) })
const Newest = z.object({ rows: z.tuple([z.object({ newest: z.coerce.number() })]) })

/** Call after the migrations. Throws OperatorError when a newer version of Readback has migrated this database. */
export async function refuseNewerSchema(db: Db) {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')))
  const result = await db.execute(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`)
  if (Newest.parse(result).rows[0].newest <= Math.max(...entries.map(({ when }) => when))) return
  throw new OperatorError(
    'A newer version of Readback has changed the tables of this database. Start that version, or restore a backup of this one into an empty database.',
  )
}
