/** A check as the API and the live line tell it. */
import type { ChatCheck, CheckedPage } from '#shared/changes.ts'
import { errorMessage } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { publish } from '#server/events/events.ts'
import type { CheckRow } from './check-services.ts'

export function presentCheck(check: CheckRow, pages: CheckedPage[]): ChatCheck {
  const { id, status, scheduled, pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed } = check
  const error = check.error && { code: check.error.code, message: errorMessage(check.error.code, check.error.values) }
  const counts = { pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed }
  const times = { createdAt: check.createdAt.toISOString(), finishedAt: check.finishedAt?.toISOString() ?? null }
  return { id, status, error, scheduled, ...counts, ...times, pages }
}

/** Within `tx`: tells the person's screens how far the check is. */
export async function tellOfCheck(tx: Db, { userId, chatId, status, pagesChecked, pagesTotal }: CheckRow) {
  await publish(tx, userId, { type: 'check', chatId, status, pagesChecked, pagesTotal })
}
