import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { newTestDatabase } from '#test/database.ts'

test('refuses a directory that another version wrote, explains how to migrate it, and leaves it unchanged', async () => {
  const options = await newTestDatabase()
  const marker = join(options.dataDir, 'database.version')
  writeFileSync(marker, '0.4\n')
  const refused = openDatabase(options)
  await expect(refused).rejects.toBeInstanceOf(OperatorError)
  await expect(refused).rejects.toThrow(/engine 0\.4.*npm run export/)

  writeFileSync(marker, '0.5\n')
  const database = await openDatabase(options)
  await database.close()
})

test('names a directory that is not writable', async () => {
  const { dataDir, log } = await newTestDatabase()
  const impossible = join(dataDir, 'lock', 'below-a-file')
  writeFileSync(join(dataDir, 'lock'), '')
  const refused = openDatabase({ dataDir: impossible, log })
  await expect(refused).rejects.toBeInstanceOf(OperatorError)
  await expect(refused).rejects.toThrow(`cannot write to its data directory ${impossible}`)
})

test('keeps stored rows when the database is closed and opened again', async () => {
  const options = await newTestDatabase()
  const before = await openDatabase(options)
  await before.db.insert(users).values({ id: 'u1', name: 'Ada', email: 'ada@example.com' })
  await before.close()
  const after = await openDatabase(options)
  expect((await after.db.select().from(users)).map((row) => row.name)).toEqual(['Ada'])
  await after.close()
})
