import { setBalance } from '#server/credits/set-balance.ts'
import type { Db } from '#server/platform/db/database.ts'
import { publish } from '#server/platform/events.ts'
import { unsafeFindUser } from './find-user.ts'

/** Sets a user's balance and returns the one `before`. Throws 'admin.no-account'. */
export async function setCredits(
  db: Db,
  options: { email: string; credits: number },
): Promise<{ email: string; credits: number; before: number }> {
  const { id: userId, email } = await unsafeFindUser(db, options.email)
  const { credits } = options
  const before = await db.transaction(async (tx) => {
    const before = await setBalance(tx, { userId, credits })
    await publish(tx, userId, { type: 'credits', credits_count: credits })
    return before
  })
  return { email, credits, before }
}
