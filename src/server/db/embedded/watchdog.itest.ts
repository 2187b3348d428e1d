import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { users } from '#server/db/schema/index.ts'
import { createTransactionGuard } from '#server/db/transaction-guard.ts'
import { newTestDatabase } from '#test/database.ts'
import { silentLog } from '#test/silent-log.ts'
import { openEmbedded } from './open-embedded.ts'

const person = { id: 'u1', name: 'Ada', email: 'ada@example.com' }
const endless = sql`select count(*) from generate_series(1, 1000000000000)`

test('a statement without end is ended by a restart that loses nothing acknowledged', { timeout: 60_000 }, async () => {
  const { db, listen, close } = await open({ deadlineMs: 2_000 })
  const heard: string[] = []
  let gaps = 0
  await listen('news', (payload) => heard.push(payload), () => (gaps += 1))
  await db.insert(users).values(person)

  const stuck = db.execute(endless).then(() => undefined, (error: unknown) => error)
  const waiting = db.select().from(users) // its turn comes after the restart
  expect(isDatabaseBusy(await stuck)).toBe(true)
  expect((await waiting).map((row) => row.id)).toEqual(['u1'])

  await expect.poll(() => gaps).toBe(1)
  await db.execute(sql`select pg_notify('news', 'still listening')`)
  await expect.poll(() => heard).toEqual(['still listening'])
  await close()
})

test('a transaction that meets the restart is gone as a whole; none of it reaches the next engine', { timeout: 60_000 }, async () => {
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

test('a transaction that falls silent is rolled back, named by its last statement, and lets the others on', async () => {
  const { db, close } = await open({ silenceMs: 500 })
  const silent = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await tx.select().from(users).where(eq(users.id, 'the last words'))
    await setTimeout(1_500)
    await tx.insert(users).values({ ...person, id: 'too late' })
  })
  const others = db.select().from(users)
  const failure = await silent.then(() => undefined, (error: unknown) => error)
  expect(isDatabaseBusy(failure)).toBe(true)
  expect(String(failure instanceof Error && failure.cause)).toContain('from "users" where "users"."id" = $1')
  expect(await others).toEqual([])
  await close()
})

test('in production a transaction that waits for itself ends by that limit', async () => {
  const { db, close } = await open({ silenceMs: 500 }, { production: true })
  const selfish = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await db.select().from(users)
  })
  expect(isDatabaseBusy(await selfish.then(() => undefined, (error: unknown) => error))).toBe(true)
  expect(await db.select().from(users)).toEqual([])
  await close()
})

async function open(limits: { deadlineMs?: number; silenceMs?: number }, { production } = { production: false }) {
  const { dataDir } = await newTestDatabase()
  return openEmbedded({ dataDir, log: silentLog, guard: createTransactionGuard({ production }), ...limits })
}
