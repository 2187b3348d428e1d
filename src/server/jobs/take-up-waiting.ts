/**
 * Jobs for what is left to do, asked for anew: after an import, and at each start, so that no page waits for its
 * summary, no file for its way to the document storage, and no check for its next page, because a job was lost.
 */
import { askForWaitingAnalyses } from '#server/crawl/ask-for-analysis.ts'
import { unsafeTakeUpChecks } from '#server/crawl/check/take-up-checks.ts'
import { askForVectors } from '#server/chat/embed-passages.ts'
import { unsafeTakeUpFiles } from '#server/document-storage/take-up-files.ts'
import type { Services } from '#server/services.ts'

export async function takeUpWaiting(services: Pick<Services, 'db' | 'queue' | 'embedder'>) {
  const { db, queue } = services
  await askForWaitingAnalyses(queue, db)
  await unsafeTakeUpFiles(queue, db)
  await unsafeTakeUpChecks(queue, db)
  // Another embedding model than before makes all vectors anew.
  await askForVectors(services, db, {})
}
