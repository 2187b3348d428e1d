import { unsafeResumeOutlets } from '#server/changes/enqueue-outlets.ts'
import { enqueuePendingAnalyses } from '#server/crawl/store/enqueue-analysis.ts'
import { unsafeResumeChecks } from '#server/crawl/recheck/resume-checks.ts'
import { enqueueEmbedding } from '#server/answering/embed-passages.ts'
import { unsafeResumeUploads } from '#server/document-storage/resume-uploads.ts'
import type { Services } from '#server/services.ts'

/**
 * Enqueues jobs for everything unfinished, at each start and after an import, so that no lost job leaves work behind.
 */
export async function enqueueUnfinishedWork(services: Pick<Services, 'db' | 'queue' | 'embedder'>) {
  const { db, queue } = services
  await enqueuePendingAnalyses(queue, db)
  await unsafeResumeUploads(queue, db)
  await unsafeResumeChecks(queue, db)
  await unsafeResumeOutlets(queue, db)
  // After a change of the embedding model, this recomputes all vectors.
  await enqueueEmbedding(services, db, {})
}
