import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shareTestDatabase } from '#test/database.ts'
import { users } from './schema/index.ts'

const database = shareTestDatabase(users)

const person = { id: 'u1', name: 'Ada', email: 'ada@example.com' }
const onlyTx = { cause: expect.objectContaining({ message: expect.stringContaining('only tx may be used') }) }

test('refuses a query outside tx and rolls the transaction back', async () => {
  const { db } = database()
  const mistaken = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await db.select().from(users)
  })
  await expect(mistaken).rejects.toMatchObject(onlyTx)
  expect(await db.select().from(users)).toEqual([])
})

test('refuses a nested transaction, a ping and the queue inside a transaction', async () => {
  const { db, ping, forQueue } = database()
  for (const mistake of [
    () => db.transaction(async (inner) => inner.execute(sql`select 1`)),
    () => ping(),
    () => forQueue.executeSql('select $1::int', [1]),
  ]) {
    await expect(db.transaction(() => mistake())).rejects.toThrow('only tx may be used')
  }
})

test('allows savepoints of tx, and the database after the transaction', async () => {
  const { db } = database()
  await db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await tx
      .transaction(async (inner) => {
        await inner.update(users).set({ name: 'Grace' })
        throw new Error('back to the savepoint')
      })
      .catch(() => undefined)
  })
  const [kept] = await db.select().from(users).where(eq(users.id, person.id))
  expect(kept?.name).toBe('Ada')
})

test('fails the commit after a failed statement, even when the body catches the error', async () => {
  const { db } = database()
  const swallowed = db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await tx.execute(sql`select 1 / 0`).catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow()
  expect(await db.select().from(users)).toEqual([])
})
