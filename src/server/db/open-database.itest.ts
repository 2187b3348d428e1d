import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation } from './errors.ts'
import { userCredits, users } from './schema/index.ts'

const person = { id: 'u1', name: 'Ada', email: 'ada@example.com' }

test('keeps what a transaction wrote and nothing of one that failed', async () => {
  const { db } = await openTestDatabase()
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

test('names a violated rule alike on both databases', async () => {
  const { db } = await openTestDatabase()
  await db.insert(users).values(person)
  const twice = await failureOf(db.insert(users).values({ ...person, id: 'u2' }))
  expect(isUniqueViolation(twice)).toBe(true)
  expect(isUniqueViolation(twice, 'users_email_unique')).toBe(true)
  expect(isUniqueViolation(twice, 'users_pkey')).toBe(false)

  const nobody = await failureOf(db.insert(userCredits).values({ userId: 'nobody', creditsCount: 1 }))
  expect(isForeignKeyViolation(nobody)).toBe(true)

  const negative = await failureOf(db.insert(userCredits).values({ userId: person.id, creditsCount: -1 }))
  expect(isCheckViolation(negative, 'credits_never_negative')).toBe(true)
  expect(isUniqueViolation(negative)).toBe(false)
})

test('tells of a notification after its commit, and of none that was rolled back', async () => {
  const { db, listen } = await openTestDatabase()
  const heard: string[] = []
  await listen('news', (payload) => heard.push(payload))
  await db.transaction((tx) => tx.execute(sql`select pg_notify('news', 'first')`))
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('news', 'never')`)
      throw new Error('no')
    })
    .catch(() => undefined)
  await db.execute(sql`select pg_notify('news', 'last')`)
  await expect.poll(() => heard).toEqual(['first', 'last'])
})

test('answers a ping', async () => {
  const { ping } = await openTestDatabase()
  await ping()
})

async function failureOf(promise: PromiseLike<unknown>) {
  return Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )
}
