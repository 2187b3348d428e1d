import { setBalance } from '#server/credits/set-balance.ts'
import type { Db } from '#server/platform/db/database.ts'
import { publish } from '#server/platform/events.ts'

/** Sets the balance of a user and returns the one `before`. */
export async function setCredits(
  db: Db,
  { userId, credits }: { userId: string; credits: number },
): Promise<{ before: number }> {
  return db.transaction(async (tx) => {
    const before = await setBalance(tx, { userId, credits })
    await publish(tx, userId, { type: 'credits', credits_count: credits })
    return { before }
  })
}
