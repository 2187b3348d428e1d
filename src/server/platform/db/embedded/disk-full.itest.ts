import { expect, test } from 'vitest'
import { isDiskFull } from '#server/platform/db/errors.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { newTestDatabase } from '#test/database.ts'
import { LimitedDisk } from '#test/limited-disk.ts'
import { startEngine } from './start-engine.ts'
import { databaseDirectory } from './data-directory.ts'

const insert = `insert into users (id, name, email) values ($1, $2, $1)`
const large = (row: number) => [
  `row-${row}`,
  Array.from({ length: 400 }, (_, n) => (row * 7919 + n * 104729) ** 2).join(),
]

test('rejects writes on a full disk and loses no stored row [disk-full-1]', { timeout: 90_000 }, async () => {
  const options = await newTestDatabase()
  const disk: { files?: LimitedDisk } = {}
  const { engine } = await startEngine(
    databaseDirectory(options.dataDir),
    (path) => (disk.files = new LimitedDisk(path)),
  )
  for (let row = 0; row < 20; row += 1) await engine.query(insert, large(row))

  if (disk.files) disk.files.bytesLeft = 100_000
  let stored = 20
  const failure = await (async () => {
    for (; ; stored += 1) await engine.query(insert, large(stored))
  })().catch((error: unknown) => error)
  expect(isDiskFull(failure)).toBe(true)
  // PostgreSQL stops instead of acknowledging what it cannot write, so a clean shutdown may fail.
  await engine.close().catch(() => undefined)

  const database = await openDatabase(options)
  const rows = await database.db.select({ id: users.id }).from(users)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    Array.from({ length: stored }, (_, row) => `row-${row}`).toSorted(),
  )
  await database.close()
})
