/**
 * User accounts as administrators see them. The queries are not limited to one owner: call them only for
 * administrators.
 */
import { and, asc, eq, gt, max, sql } from 'drizzle-orm'
import type { UsersQuery, ListedUser } from '#shared/admin.ts'
import { AppError } from '#shared/errors.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, dailyUsage, sessions, userCredits, users, userSettings } from '#server/platform/db/schema/index.ts'

const PAGE_SIZE = 50

type Services = { db: Db; adminEmails: string[] }

/**
 * One page of users, sorted by email address. `search` matches part of the address; `after` is the `next` of the
 * previous page.
 */
export async function unsafeListUsers(
  { db, adminEmails }: Services,
  { search, after }: UsersQuery,
): Promise<{ people: ListedUser[]; next: string | null }> {
  const rows = await selectUsers(db)
    .where(
      and(search ? containsText(sql`${users.email}`, search) : undefined, after ? gt(users.email, after) : undefined),
    )
    .orderBy(asc(users.email))
    // One row more shows whether there is another page.
    .limit(PAGE_SIZE + 1)
  const people = rows.slice(0, PAGE_SIZE).map((row) => presentUser(row, adminEmails))
  const hasMore = rows.length > PAGE_SIZE
  return { people, next: (hasMore && people.at(-1)?.email) || null }
}

/** One user by id. Throws AppError 'admin.no-person' if there is none. */
export async function unsafeReadUser({ db, adminEmails }: Services, id: string): Promise<ListedUser> {
  const [row] = await selectUsers(db).where(eq(users.id, id))
  if (!row) throw new AppError('admin.no-person')
  return presentUser(row, adminEmails)
}

function selectUsers(db: Db) {
  const openSessionCount = db.$count(sessions, and(eq(sessions.userId, users.id), gt(sessions.expiresAt, sql`now()`)))
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
      sessions: openSessionCount,
      lastSeenAt: sql<string | null>`${lastSeen}`,
    })
    .from(users)
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .leftJoin(userCredits, eq(userCredits.userId, users.id))
    .leftJoin(adminUsers, eq(adminUsers.id, users.id))
    .$dynamic()
}

function presentUser(row: Awaited<ReturnType<typeof selectUsers>>[number], adminEmails: string[]): ListedUser {
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
