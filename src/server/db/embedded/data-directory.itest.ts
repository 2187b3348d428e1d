import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { users } from '#server/db/schema/index.ts'
import { StartError } from '#server/start-error.ts'
import { newTestDatabase } from '#test/database.ts'

test('a directory that another version wrote is refused with the way out, and left as it is', async () => {
  const options = await newTestDatabase()
  const marker = join(options.dataDir, 'database.version')
  writeFileSync(marker, '0.4\n')
  const refused = openDatabase(options)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(/engine 0\.4.*npm run export/)

  writeFileSync(marker, '0.5\n')
  const database = await openDatabase(options)
  await database.close()
})

test('a directory that cannot be written is refused with a sentence that names it', async () => {
  const { dataDir, log } = await newTestDatabase()
  const impossible = join(dataDir, 'lock', 'below-a-file')
  writeFileSync(join(dataDir, 'lock'), '')
  const refused = openDatabase({ dataDir: impossible, log })
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(`cannot write to its data directory ${impossible}`)
})

test('what was stored is there after closing and opening again', async () => {
  const options = await newTestDatabase()
  const before = await openDatabase(options)
  await before.db.insert(users).values({ id: 'u1', name: 'Ada', email: 'ada@example.com' })
  await before.close()
  const after = await openDatabase(options)
  expect((await after.db.select().from(users)).map((row) => row.name)).toEqual(['Ada'])
  await after.close()
})
