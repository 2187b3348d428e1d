/**
 * Concurrent load of every kind on one database, with every returned value checked, because an earlier version of the
 * embedded engine's bridge returned rows of other callers: autocommit reads, page transactions, Better Auth's queries,
 * jobs sent and fetched, and parameters of 300 kB.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { count, eq, type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import type { Db } from './database.ts'
import * as schema from './schema/index.ts'
import { accountLimits, notebooks, sessions, users, zohoAuthLogs } from './schema/index.ts'

/** Each caller continues until every other has run this often, so that all overlap on a slow machine too. */
const ITERATIONS_EACH = 10
const QUEUE = 'mixed-load'

test('gives every caller its own rows under mixed load', { timeout: 60_000 }, async () => {
  const database = await openTestDatabase()
  await database.db.insert(users).values(person('owner'))
  const repeat = repeatUntilAll(ITERATIONS_EACH, 10)
  // A caller that starves or hangs keeps the others running until the test times out.
  const counts = await Promise.all([
    ...[1, 2, 3, 4].map((reader) => repeat(() => readOwnValue(database, reader))),
    ...[1, 2, 3].map((writer) => repeat((iteration) => storePage(database, `w${writer}-${iteration}`))),
    repeat((iteration) => sendLargeParameter(database, iteration)),
    lookUpSessions(database, repeat),
    moveJobs(database, repeat),
  ])
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(ITERATIONS_EACH)
})

type Repeat = (step: (iteration: number) => Promise<void>) => Promise<number>

/** Repeats a caller's step until all `callers` have run theirs `minimum` times; returns the number of runs. */
function repeatUntilAll(minimum: number, callers: number): Repeat {
  let behind = callers
  return async (step) => {
    let iteration = 0
    while (behind > 0) {
      await step((iteration += 1))
      if (iteration === minimum) behind -= 1
    }
    return iteration
  }
}

/** Several columns of several types, all computed from a value that only this caller has. */
async function readOwnValue({ db }: TestDatabase, reader: number) {
  const own = `${reader}:${randomUUID()}`
  const rows = await db
    .select({
      own: sql<string>`${own}::text`,
      size: sql<number>`length(${own}::text)`,
      parts: sql<string[]>`string_to_array(${own}::text, ':')`,
    })
    .from(sql`(select 1) as one`)
  expect(rows).toEqual([{ own, size: own.length, parts: own.split(':') }])
}

/** A transaction like a page's: rows written, read back inside, and one in seven rolled back. */
async function storePage({ db }: TestDatabase, name: string) {
  const fails = name.endsWith('7')
  const title = `${name} ${randomUUID()}`
  const stored = db.transaction(async (tx) => {
    const [notebook] = await tx.insert(notebooks).values({ userId: 'owner', title }).returning()
    if (!notebook) throw new Error('the insert answered nothing')
    await tx.execute(sql`select pg_notify('mixed_load', ${name})`)
    const [seen] = await tx.select().from(notebooks).where(eq(notebooks.id, notebook.id))
    expect(seen?.title).toBe(title)
    await tx.update(notebooks).set({ description: name }).where(eq(notebooks.id, notebook.id))
    if (fails) throw new Error(`rolled back ${name}`)
    return notebook.id
  })
  if (fails) await expect(stored).rejects.toThrow(`rolled back ${name}`)
  else await stored
  const kept = await db.select().from(notebooks).where(eq(notebooks.title, title))
  expect(kept.map((row) => row.description)).toEqual(fails ? [] : [name])
}

async function sendLargeParameter({ db }: TestDatabase, iteration: number) {
  const large = randomBytes(150_000).toString('hex')
  const [row] = await db
    .insert(zohoAuthLogs)
    .values({ eventType: `large-${iteration}`, error: large })
    .returning()
  expect(row?.error === large).toBe(true)
  await db.delete(zohoAuthLogs).where(eq(zohoAuthLogs.eventType, `large-${iteration}`))
}

/** Better Auth through its own adapter: each token finds its own user. */
async function lookUpSessions({ db }: TestDatabase, repeat: Repeat) {
  const auth = betterAuth({
    baseURL: 'http://localhost',
    secret: randomBytes(32).toString('hex'),
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: schema.users,
        session: schema.sessions,
        account: schema.accounts,
        verification: schema.verifications,
      },
      transaction: true,
    }),
  })
  const known: { email: string; token: string }[] = []
  for (const name of ['ada', 'grace', 'mary']) {
    const email = `${name}@example.com`
    const { token } = await auth.api.signUpEmail({ body: { email, name, password: 'a long password' } })
    if (!token) throw new Error('signed up without a session')
    known.push({ email, token })
  }
  const { internalAdapter } = await auth.$context
  return repeat(async (iteration) => {
    const { email, token } = known[iteration % known.length] ?? { email: '', token: '' }
    const found = await internalAdapter.findSession(token)
    expect(found?.user.email).toBe(email)
    await db
      .update(sessions)
      .set({ userAgent: `iteration ${iteration}` })
      .where(eq(sessions.token, token))
    await db.insert(accountLimits).values({ key: `${email}-${iteration}`, count: iteration, since: new Date() })
    const [limit] = await db
      .select()
      .from(accountLimits)
      .where(eq(accountLimits.key, `${email}-${iteration}`))
    expect(limit?.count).toBe(iteration)
  })
}

/** Jobs are sent inside transactions and fetched; those of rolled-back transactions must not exist. */
async function moveJobs(database: TestDatabase, repeat: Repeat) {
  const boss = new PgBoss({
    db: database.forQueue,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: false,
  })
  await boss.start()
  await boss.createQueue(QUEUE)
  await boss.findJobs(QUEUE)
  const waiting = new Set<string>()
  const fetched = new Set<string>()
  const send = (tx: Db, own: string) => boss.send(QUEUE, { own, load: own.repeat(100) }, { db: within(tx) })
  const take = async () => {
    for (const job of await boss.fetch<{ own: string; load: string }>(QUEUE, { batchSize: 10 })) {
      expect(waiting.delete(job.data.own)).toBe(true)
      expect(job.data.load).toBe(job.data.own.repeat(100))
      fetched.add(job.data.own)
      await boss.complete(QUEUE, job.id)
    }
  }
  const iterations = await repeat(async (iteration) => {
    const own = randomUUID()
    const fails = iteration % 5 === 0
    if (!fails) waiting.add(own)
    await database.db
      .transaction(async (tx) => {
        await send(tx, own)
        if (fails) throw new Error('rolled back')
      })
      .catch((error) => expect(error.message).toBe('rolled back'))
    if (iteration % 3 === 0) await take()
  })
  while (waiting.size > 0) await take()
  expect(fetched.size).toBe(iterations - Math.floor(iterations / 5))
  const [left] = await database.db.select({ count: count() }).from(sql`pgboss.job where state = 'active'`)
  expect(left?.count).toBe(0)
  await boss.stop({ graceful: false, close: false })
  return iterations
}

/** The pg-boss adapter of a Drizzle transaction. */
function within(tx: Db) {
  const execute = async (query: unknown) =>
    z.object({ rows: z.array(z.unknown()) }).parse(await tx.execute(query as SQL))
  return fromDrizzle({ execute }, sql)
}

function person(id: string) {
  return { id, name: id, email: `${id}@example.com` }
}
