import { setBalance } from '#server/credits/set-balance.ts'
import type { Db } from '#server/db/database.ts'
import { publish } from '#server/events/events.ts'
import { unsafeFindAccount } from './find-account.ts'

/** Sets an account's balance. Throws 'admin.no-account'. */
export async function setCredits(
  db: Db,
  wish: { email: string; credits: number },
): Promise<{ email: string; credits: number; before: number }> {
  const { id: userId, email } = await unsafeFindAccount(db, wish.email)
  const { credits } = wish
  const before = await db.transaction(async (tx) => {
    const before = await setBalance(tx, { userId, credits })
    await publish(tx, userId, { type: 'credits', credits_count: credits })
    return before
  })
  return { email, credits, before }
}
