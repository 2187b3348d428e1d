import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newTestDatabase, shareTestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { openDatabase } from './open-database.ts'
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts'
import { userCredits, users } from './schema/index.ts'

const database = shareTestDatabase(users)

const person = { id: 'u1', name: 'Ada', email: 'ada@example.com' }

test('commits a transaction and rolls back a failed one', async () => {
  const { db } = database()
  await db.transaction(async (tx) => {
    await tx.insert(users).values(person)
    await tx.insert(userCredits).values({ userId: person.id, creditsCount: 30 })
  })
  await expect(
    db.transaction(async (tx) => {
      await tx.update(userCredits).set({ creditsCount: 0 })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')

  const [row] = await db.select().from(userCredits).innerJoin(users, eq(users.id, userCredits.userId))
  expect(row?.user_credits.creditsCount).toBe(30)
  expect(row?.users.createdAt).toBeInstanceOf(Date)
})

test('reports constraint violations the same on both databases', async () => {
  const { db } = database()
  await db.insert(users).values(person)
  const duplicate = await errorOf(db.insert(users).values({ ...person, id: 'u2' }))
  expect(isUniqueViolation(duplicate)).toBe(true)
  expect(isUniqueViolation(duplicate, 'users_email_unique')).toBe(true)
  expect(isUniqueViolation(duplicate, 'users_pkey')).toBe(false)

  const orphan = await errorOf(db.insert(userCredits).values({ userId: 'unknown', creditsCount: 1 }))
  expect(isForeignKeyViolation(orphan)).toBe(true)

  const negative = await errorOf(db.insert(userCredits).values({ userId: person.id, creditsCount: -1 }))
  expect(negative).toMatchObject({ cause: { code: '23514', constraint: 'credits_never_negative' } })
  expect(isUniqueViolation(negative)).toBe(false)
})

test('delivers a notification after its commit and none that was rolled back', async () => {
  const { db, listen } = database()
  const received: string[] = []
  await listen('news', (payload) => received.push(payload))
  await db.transaction((tx) => tx.execute(sql`select pg_notify('news', 'first')`))
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('news', 'never')`)
      throw new Error('no')
    })
    .catch(() => undefined)
  await db.execute(sql`select pg_notify('news', 'last')`)
  await expect.poll(() => received).toEqual(['first', 'last'])
})

test('answers a ping', async () => {
  await database().ping()
})

async function errorOf(promise: PromiseLike<unknown>) {
  return Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('refuses a database whose tables a newer version has changed [open-database-1]', async () => {
  const options = { ...(await newTestDatabase()), log: testLog }
  const newer = await openDatabase(options)
  const nextYear = Date.now() + 366 * 86_400_000
  await newer.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the next version', ${nextYear})`,
  )
  await newer.close()
  await expect(openDatabase(options)).rejects.toThrow(/A newer version of Readback has changed the tables/)
})
