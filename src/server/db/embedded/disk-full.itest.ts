import { expect, test } from 'vitest'
import { isDiskFull } from '#server/db/errors.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { users } from '#server/db/schema/index.ts'
import { newTestDatabase } from '#test/database.ts'
import { FillingDisk } from '#test/filling-disk.ts'
import { startEngine } from './start-engine.ts'
import { databaseDirectory } from './version-marker.ts'

const insert = `insert into users (id, name, email) values ($1, $2, $1)`
const large = (row: number) => [`row-${row}`, Array.from({ length: 400 }, (_, n) => (row * 7919 + n * 104729) ** 2).join()]

test('a full disk costs what is written meanwhile and nothing that was stored', { timeout: 90_000 }, async () => {
  const place = await newTestDatabase()
  const disk: { files?: FillingDisk } = {}
  const { engine } = await startEngine(databaseDirectory(place.dataDir), (path) => (disk.files = new FillingDisk(path)))
  for (let row = 0; row < 20; row += 1) await engine.query(insert, large(row))

  if (disk.files) disk.files.bytesLeft = 100_000
  let stored = 20
  const failure = await (async () => {
    for (; ; stored += 1) await engine.query(insert, large(stored))
  })().catch((error: unknown) => error)
  expect(isDiskFull(failure)).toBe(true)
  // PostgreSQL gives itself up rather than acknowledge what it cannot write; there is no good order to end in.
  await engine.close().catch(() => undefined)

  const database = await openDatabase(place)
  const kept = await database.db.select({ id: users.id }).from(users)
  expect(kept.map(({ id }) => id).toSorted()).toEqual(Array.from({ length: stored }, (_, row) => `row-${row}`).toSorted())
  await database.close()
})
