import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isDatabaseBusy } from '#server/platform/db/errors.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { createTransactionGuard } from '#server/platform/db/transaction-guard.ts'
import { newTestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { openEmbedded } from './open-embedded.ts'

const person = { id: 'u1', name: 'Ada', email: 'ada@example.com' }
const endless = sql`select count(*) from generate_series(1, 1000000000000)`

test(
  'restarts the engine to end an endless statement and loses no acknowledged row [watchdog-1]',
  { timeout: 60_000 },
  async () => {
    const { db, listen, close } = await open({ deadlineMs: 2_000 })
    const received: string[] = []
    let gaps = 0
    await listen(
      'news',
      (payload) => received.push(payload),
      () => (gaps += 1),
    )
    await db.insert(users).values(person)

    const stuck = db.execute(endless).then(
      () => undefined,
      (error: unknown) => error,
    )
    const waiting = db.select().from(users).execute() // runs after the restart
    expect(isDatabaseBusy(await stuck)).toBe(true)
    expect((await waiting).map((row) => row.id)).toEqual(['u1'])

    await expect.poll(() => gaps).toBe(1)
    await db.execute(sql`select pg_notify('news', 'still listening')`)
    await expect.poll(() => received).toEqual(['still listening'])
    await close()
  },
)

test('listens to a channel whose first LISTEN failed', async () => {
  const { db, listen, close } = await open({})
  const received: string[] = []
  const inTransaction = db.transaction(() => listen('news', (payload) => received.push(`first: ${payload}`)))
  await expect(inTransaction).rejects.toThrow('only tx may be used')
  await listen('news', (payload) => received.push(`second: ${payload}`))
  await db.execute(sql`select pg_notify('news', 'hello')`)
  await expect.poll(() => received).toEqual(['second: hello'])
  await close()
})

test('rolls back a whole transaction when the engine restarts under it', { timeout: 60_000 }, async () => {
  const { db, close } = await open({ deadlineMs: 2_000 })
  const failures: unknown[] = []
  const lost = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await tx.execute(endless).catch((error: unknown) => failures.push(error))
    await tx.insert(users).values({ ...person, id: 'u2', email: 'u2@example.com' })
  })
  await lost.catch((error: unknown) => failures.push(error))
  expect(failures.map(isDatabaseBusy)).toEqual([true, true])
  expect(await db.select().from(users)).toEqual([])
  await close()
})

test('rolls back an idle transaction, names its last statement and runs the statements behind it', async () => {
  const { db, close } = await open({ idleTimeoutMs: 500 })
  const idle = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await tx.select().from(users).where(eq(users.id, 'the last statement'))
    await others // They run once this transaction is rolled back.
    await tx.insert(users).values({ ...person, id: 'too late' })
  })
  const others = db.select().from(users).execute() // awaits its turn
  const failure = await idle.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(isDatabaseBusy(failure)).toBe(true)
  expect(String(failure instanceof Error && failure.cause)).toContain('from "users" where "users"."id" = $1')
  expect(await others).toEqual([])
  await close()
})

test('ends a transaction that deadlocks with itself in production by the idle timeout', async () => {
  const { db, close } = await open({ idleTimeoutMs: 500 }, { production: true })
  const deadlocked = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await db.select().from(users)
  })
  expect(
    isDatabaseBusy(
      await deadlocked.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  ).toBe(true)
  expect(await db.select().from(users)).toEqual([])
  await close()
})

async function open(limits: { deadlineMs?: number; idleTimeoutMs?: number }, { production } = { production: false }) {
  const { dataDir } = await newTestDatabase()
  return openEmbedded({ dataDir, log: testLog, guard: createTransactionGuard({ production }), ...limits })
}
