import { and, eq } from 'drizzle-orm'
import { users } from '#server/db/schema/index.ts'

/** Condition on `users`: the account of this address. An address that nobody has proven has none. */
export const isAccount = (email: string) => and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, true))
