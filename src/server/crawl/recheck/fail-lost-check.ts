import { and, eq, isNull, sql } from 'drizzle-orm'
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import { chatChecks } from '#server/platform/db/schema/index.ts'
import type { CheckServices } from './check-step.ts'
import { finishCheck } from './finish-check.ts'
import { publishCheck } from './present-check.ts'

const LOST = { status: 'failed', error: { code: 'server.unexpected' } } as const

/**
 * Ends a check of any user whose job failed on every attempt; otherwise the next check of the chat could not start.
 * Switches to the versions found so far, if possible. Rejects while nothing can be stored.
 */
export async function unsafeFailLostCheck(services: CheckServices, { checkId }: { checkId: string }): Promise<void> {
  const { db, log } = services
  const isRunning = and(eq(chatChecks.id, checkId), isNull(chatChecks.finishedAt))
  const [check] = await db.select().from(chatChecks).where(isRunning)
  if (!check) return
  try {
    await finishCheck(services, check, LOST)
  } catch (error) {
    if (cannotStoreNow(error)) throw error
    log.error({ err: error, checkId }, 'failed to apply the results of a lost check')
    await db.transaction(async (tx) => {
      const ending = { status: LOST.status, error: { values: {}, ...LOST.error }, finishedAt: sql`now()` }
      const [ended] = await tx.update(chatChecks).set(ending).where(isRunning).returning()
      if (ended) await publishCheck(tx, ended)
    })
  }
}
