/** TEST_ROUNDS=30 runs the long form. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { newTestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { startProcess } from '#test/start-process.ts'

const rounds = Number(process.env.TEST_ROUNDS ?? 2)
const timeout = rounds * 30_000

test('loses no acknowledged row when the process is killed while writing', { timeout }, async () => {
  const options = await newTestDatabase()
  let next = 1
  for (let round = 0; round < rounds; round += 1) {
    const writer = startProcess('row-writer.ts', options.dataDir, String(next))
    await expect.poll(() => writer.lines().length, { timeout: 30_000 }).toBeGreaterThan(1)
    await setTimeout((round * 167) % 500)
    await writer.kill()
    const acknowledged = writer.lines().filter((line) => line !== 'open')

    const database = await openDatabase(options)
    const stored = new Set((await database.db.select({ id: users.id }).from(users)).map((row) => row.id))
    await database.close()
    expect(acknowledged.filter((row) => !stored.has(`row-${row}`))).toEqual([])
    // One more row may have been committed before its acknowledgment was sent.
    expect(stored.size - (next - 1) - acknowledged.length).toBeLessThanOrEqual(1)
    next = stored.size + 1
  }
})

test('opens a directory whose creation was interrupted by a kill', { timeout }, async () => {
  const dataDir = join((await newTestDatabase()).dataDir, 'not-there-yet')
  for (let round = 1; round < rounds; round += 1) {
    const writer = startProcess('row-writer.ts', dataDir)
    // Loading the script's modules takes longer than creating the directory.
    await expect.poll(() => existsSync(dataDir), { interval: 5, timeout: 30_000 }).toBe(true)
    await setTimeout((round * 83) % 400)
    await writer.kill()
  }
  const database = await openDatabase({ dataDir, log: testLog })
  await database.ping()
  await database.close()
})

test('opens a directory in which a kill left an empty lock file', async () => {
  const options = await newTestDatabase()
  const cluster = join(options.dataDir, 'database')
  const database = await openDatabase(options)
  await database.close()
  expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true)
  writeFileSync(join(cluster, 'postmaster.pid'), '')

  const reopened = await openDatabase(options)
  await reopened.ping()
  await reopened.close()
})
