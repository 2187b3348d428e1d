import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { users, userSettings } from '#server/platform/db/schema/index.ts'
import { createId, whereAccountOf, provisionAccountWithin } from './provision-account.ts'

/** A reserved name (RFC 6761), so no mail can arrive there and no one can verify it. */
const OPERATOR_EMAIL = 'operator@readback.localhost'

/**
 * The account that acts for the operator on this machine: the one with `email`, else the only one, else the operator's
 * own, created on an installation without accounts. Throws 'admin.no-account' and 'admin.several-accounts'.
 */
export async function findOperatorAccount(
  db: Db,
  email: string | undefined,
): Promise<{ userId: string; email: string; tier: Tier }> {
  const chosen = email ?? (await chooseEmail(db))
  const [account] = await db
    .select({ userId: users.id, email: users.email, tier: userSettings.tier })
    .from(users)
    .innerJoin(userSettings, eq(userSettings.userId, users.id))
    .where(whereAccountOf(chosen))
  if (!account) throw new AppError('admin.no-account', { email: chosen })
  return account
}

async function chooseEmail(db: Db): Promise<string> {
  const [own] = await db.select({ email: users.email }).from(users).where(eq(users.email, OPERATOR_EMAIL))
  if (own) return own.email
  const accounts = await db.select({ email: users.email }).from(users).where(eq(users.emailVerified, true)).limit(2)
  if (accounts.length > 1) throw new AppError('admin.several-accounts')
  return accounts[0]?.email ?? createOperator(db)
}

/** Without a password: it is reached through the control socket alone. */
async function createOperator(db: Db): Promise<string> {
  await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({ id: createId(), name: 'Operator', email: OPERATOR_EMAIL, emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created) await provisionAccountWithin(tx, created.id, 'enterprise')
  })
  return OPERATOR_EMAIL
}
