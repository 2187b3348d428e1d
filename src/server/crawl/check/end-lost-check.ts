/** A check whose job failed on every try ends as failed, in words: one that nobody goes on with would stand before the next. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { chatChecks } from '#server/db/schema/index.ts'
import type { CheckServices } from './check-services.ts'
import { finishCheck } from './finish-check.ts'
import { tellOfCheck } from './present-check.ts'

const LOST = { status: 'failed', error: { code: 'server.unexpected' } } as const

/** Whoever's it is. What was read until then is switched to where that can be done. Rejects while the database is away. */
export async function unsafeEndLostCheck(services: CheckServices, { checkId }: { checkId: string }): Promise<void> {
  const { db, log } = services
  const isRunning = and(eq(chatChecks.id, checkId), isNull(chatChecks.finishedAt))
  const [check] = await db.select().from(chatChecks).where(isRunning)
  if (!check) return
  try {
    await finishCheck(services, check, LOST)
  } catch (error) {
    if (isDatabaseBusy(error)) throw error
    log.error({ err: error, checkId }, 'what a lost check had read could not be switched to')
    await db.transaction(async (tx) => {
      const ending = { status: LOST.status, error: { values: {}, ...LOST.error }, finishedAt: sql`now()` }
      const [ended] = await tx.update(chatChecks).set(ending).where(isRunning).returning()
      if (ended) await tellOfCheck(tx, ended)
    })
  }
}
