/** The language of a user's screens, in which mails and feeds are written. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema/index.ts'

export async function readLanguage(db: Db, userId: string): Promise<string> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId))
  return user?.language ?? 'en'
}

export async function changeLanguage(db: Db, { userId, language }: { userId: string; language: string }) {
  await db.update(users).set({ language }).where(eq(users.id, userId))
}
