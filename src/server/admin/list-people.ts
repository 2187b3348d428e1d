/** Everybody with an account, by address, a piece at a time. Crosses owners: only administrators may ask. */
import { and, asc, eq, gt, max, sql } from 'drizzle-orm'
import type { PeopleWish, Person } from '#shared/admin.ts'
import { AppError } from '#shared/errors.ts'
import { containing } from '#server/db/containing.ts'
import type { Db } from '#server/db/database.ts'
import { adminUsers, dailyUsage, sessions, userCredits, users, userSettings } from '#server/db/schema/index.ts'

const PIECE = 50

type Needs = { db: Db; adminEmails: string[] }

/** `search` is a part of the address, `after` the `next` of the piece before. */
export async function unsafeListPeople(
  { db, adminEmails }: Needs,
  { search, after }: PeopleWish,
): Promise<{ people: Person[]; next: string | null }> {
  const rows = await selectPeople(db)
    .where(and(search ? containing(sql`${users.email}`, search) : undefined, after ? gt(users.email, after) : undefined))
    .orderBy(asc(users.email))
    .limit(PIECE + 1)
  const people = rows.slice(0, PIECE).map((row) => presentPerson(row, adminEmails))
  return { people, next: rows.length > PIECE ? (people.at(-1)?.email ?? null) : null }
}

/** Throws 'admin.no-person'. */
export async function unsafeReadPerson({ db, adminEmails }: Needs, id: string): Promise<Person> {
  const [row] = await selectPeople(db).where(eq(users.id, id))
  if (!row) throw new AppError('admin.no-person')
  return presentPerson(row, adminEmails)
}

function selectPeople(db: Db) {
  const openSessions = db.$count(sessions, and(sql`${sessions.userId} = ${users.id}`, gt(sessions.expiresAt, sql`now()`)))
  const lastSeen = db
    .select({ at: max(dailyUsage.lastSeenAt) })
    .from(dailyUsage)
    .where(eq(dailyUsage.userId, users.id))
  return db
    .select({
      id: users.id,
      email: users.email,
      createdAt: users.createdAt,
      suspendedAt: users.suspendedAt,
      tier: userSettings.tier,
      credits: userCredits.creditsCount,
      adminId: adminUsers.id,
      sessions: openSessions,
      lastSeenAt: sql<string | null>`${lastSeen}`,
    })
    .from(users)
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .leftJoin(userCredits, eq(userCredits.userId, users.id))
    .leftJoin(adminUsers, eq(adminUsers.id, users.id))
    .$dynamic()
}

function presentPerson(row: Awaited<ReturnType<typeof selectPeople>>[number], adminEmails: string[]): Person {
  return {
    id: row.id,
    email: row.email,
    created_at: row.createdAt.toISOString(),
    tier: row.tier ?? 'free',
    credits_count: row.credits ?? 0,
    isAdmin: row.adminId !== null,
    isListedAdmin: adminEmails.includes(row.email),
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    sessions: row.sessions,
    last_seen_at: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
  }
}
