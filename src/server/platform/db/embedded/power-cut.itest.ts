/** TEST_ROUNDS=30 runs the long form. */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { newTestDatabase } from '#test/database.ts'
import { SimulatedDisk } from '#test/simulated-disk.ts'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DurableFs } from './durable-fs.ts'
import { NotDurableError, startEngine } from './start-engine.ts'
import { databaseDirectory } from './data-directory.ts'

const rounds = Array.from({ length: Number(process.env.TEST_ROUNDS ?? 3) }, (_, round) => round + 1)

test.each(rounds)(
  'loses no acknowledged commit in a power cut (%i) [power-cut-1]',
  { timeout: 90_000 },
  async (seed) => {
    const running = await newTestDatabase()
    const recovered = await newTestDatabase()
    let disk: SimulatedDisk | undefined
    const { engine } = await startEngine(databaseDirectory(running.dataDir), (path) => (disk = new SimulatedDisk(path)))

    const insert = `insert into users (id, name, email) values ($1, $2, $1)`
    for (let row = 1; row <= 25; row += 1) {
      await engine.query(insert, [`row-${row}`, 'x'.repeat(3_000 * (row % 4))])
      if (row === (8 * seed) % 25) await engine.exec('checkpoint')
    }
    await engine.exec('begin')
    await engine.query(insert, ['never committed', 'x'.repeat(9_000)])
    rmSync(databaseDirectory(recovered.dataDir), { recursive: true })
    disk?.cutPower(databaseDirectory(recovered.dataDir), seededRandom(seed))

    const database = await openDatabase(recovered)
    const stored = await database.db.select({ id: users.id, name: users.name }).from(users)
    await database.close()
    expect(stored.map((row) => row.id).toSorted()).toEqual(
      Array.from({ length: 25 }, (_, row) => `row-${row + 1}`).toSorted(),
    )
    for (const { id, name } of stored) expect(name.length).toBe(3_000 * (Number(id.slice(4)) % 4))
  },
)

test('refuses to start an engine whose commits do not reach the disk', async () => {
  class NonDurableFs extends DurableFs {
    override init(...args: Parameters<NodeFS['init']>) {
      return NodeFS.prototype.init.apply(this, args)
    }
  }
  const { dataDir } = await newTestDatabase()
  const starting = startEngine(databaseDirectory(dataDir), (path) => new NonDurableFs(path))
  await expect(starting).rejects.toThrow(NotDurableError)
})

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
