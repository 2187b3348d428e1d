import type { ChatCheck, CheckedPage } from '#shared/crawl/changes.ts'
import { errorBody } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { publish } from '#server/platform/events.ts'
import type { CheckRow } from './check-step.ts'

export function presentCheck(check: CheckRow, pages: CheckedPage[]): ChatCheck {
  const { id, status, scheduled, pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed, pagesAdded } = check
  const error = check.error && errorBody(check.error)
  const counts = { pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed, pagesAdded }
  const times = { createdAt: check.createdAt.toISOString(), finishedAt: check.finishedAt?.toISOString() ?? null }
  return { id, status, error, scheduled, ...counts, ...times, pages }
}

/** Within `tx`: publishes the progress of the check to its owner. */
export async function publishCheck(tx: Db, { userId, chatId, status, pagesChecked, pagesTotal }: CheckRow) {
  await publish(tx, userId, { type: 'check', chatId, status, pagesChecked, pagesTotal })
}
