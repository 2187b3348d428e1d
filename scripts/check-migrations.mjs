// Fails when the schema has something that the latest migration does not create.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import * as schema from '#server/platform/db/schema/index.ts'
import { root } from './run.mjs'
import { print } from './terminal.mjs'

const folder = join(root, 'src/server/platform/db/migrations/meta')
const latest = readdirSync(folder)
  .filter((file) => file.endsWith('_snapshot.json'))
  .toSorted()
  .at(-1)
const migrated = JSON.parse(readFileSync(join(folder, latest ?? ''), 'utf8'))
const current = generateDrizzleJson(schema, migrated.id)
// Asks on the terminal, and fails without one, whether a new name is that of an existing column or table.
const missing = await generateMigration(migrated, current).catch(() => ['a new name of a table or column'])
for (const statement of missing) print(`no migration: ${statement}`)
if (missing.length > 0) print('run npm run db:generate -- --name WHAT_CHANGES')
// Library timers would keep the process alive.
process.exit(missing.length > 0 ? 1 : 0)
