import { cancelSubscriptions } from '#server/billing/cancel-subscriptions.ts'
import { unsafeDeliverWebhook } from '#server/changes/deliver-webhook.ts'
import { unsafeMailChanges } from '#server/changes/mail-changes.ts'
import { unsafeCheckGapsOfChat } from '#server/gaps/notebook-gaps.ts'
import { unsafePurgeChat } from '#server/chat/delete-chat.ts'
import { startPageIndexing } from '#server/chat/index-page-words.ts'
import { analyzePages } from '#server/crawl/store/analyze-pages.ts'
import { checkPages } from '#server/crawl/recheck/check-pages.ts'
import { unsafeFailLostCheck } from '#server/crawl/recheck/fail-lost-check.ts'
import { unsafeRunScheduledCheck } from '#server/crawl/recheck/schedule-checks.ts'
import { embedPassages } from '#server/answering/embed-passages.ts'
import type { Services } from '#server/services.ts'
import { clearLeases } from '#server/crawl/schedule/lease.ts'
import { registerWorker } from './register-worker.ts'
import { startCrawlLoop } from './crawl-loop.ts'
import { startDailyWork } from './daily-work.ts'
import { sendMail } from './send-mail.ts'
import { enqueueUnfinishedWork } from './enqueue-unfinished-work.ts'
import { contentTypes } from '#shared/chat/chat-export.ts'
import { writeDownloadText } from '#shared/crawl/download.ts'
import { AppError } from '#shared/errors.ts'
import { exportChat } from '#server/chat/export/export-chat.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { type Compose, uploadStoredFile } from '#server/document-storage/upload-stored-file.ts'

export type Worker = { close(graceMs: number): Promise<void> }

/** Connects every queue to its handler and starts the crawl loop. */
export async function startWorker(given: Services): Promise<Worker> {
  const services = { ...given, db: given.database.background }
  const { queue } = services
  const { isOnly } = await registerWorker(services.database)
  if (isOnly) {
    await queue.failOrphans()
    await clearLeases(services.db)
  }
  await queue.work('send-mail', { concurrency: 2 }, (data) => sendMail(services, data))
  await queue.work('analyse-pages', { concurrency: 4 }, (data, signal) =>
    analyzePages(services, data, AbortSignal.any([signal, services.closing])),
  )
  await queue.work('embed-passages', { concurrency: 2 }, (data, signal) =>
    embedPassages(services, data, AbortSignal.any([signal, services.closing])),
  )
  await enqueueUnfinishedWork(services)
  await queue.work('check-pages', { concurrency: 4 }, (data, signal) =>
    checkPages(services, data, AbortSignal.any([signal, services.closing])),
  )
  await queue.work('end-check', { concurrency: 1 }, (data) => unsafeFailLostCheck(services, data))
  await queue.work('scheduled-check', { concurrency: 1 }, (data) => unsafeRunScheduledCheck(services, data))
  await queue.work('save-file', { concurrency: 2 }, (data) =>
    uploadStoredFile(services, data, createComposer(services)),
  )
  await queue.work('deliver-webhook', { concurrency: 4 }, (data) => unsafeDeliverWebhook(services, data))
  await queue.work('mail-changes', { concurrency: 1 }, (data) => unsafeMailChanges(services, data))
  await queue.work('check-gaps', { concurrency: 1 }, (data) => unsafeCheckGapsOfChat(services, data))
  await queue.work('forget-chat', { concurrency: 1 }, (data) => unsafePurgeChat(services, data))
  await queue.work('end-subscriptions', { concurrency: 1 }, (data) => cancelSubscriptions(services, data))
  const stopDailyWork = startDailyWork(services)
  const stopPageIndexing = startPageIndexing(services.db, services.log)
  const crawls = await startCrawlLoop(services)
  return {
    async close(graceMs) {
      await queue.pause()
      await Promise.all([crawls.close(graceMs), stopDailyWork(), stopPageIndexing()])
    },
  }
}

/** Creates the file of a crawl or a chat for the job 'save-file'. */
function createComposer({ db }: Services): Compose {
  return async ({ userId, sourceId, request }) => {
    if (request.kind === 'chat') {
      const { pieces } = await exportChat({ db }, { userId, chatId: sourceId, format: request.format })
      const parts: string[] = []
      for await (const piece of pieces) parts.push(piece)
      return new Blob(parts, { type: contentTypes[request.format] })
    }
    const wanted = new Set(request.pageIds)
    const crawl = await getCrawl({ db }, { userId, crawlId: sourceId, content: true })
    const pages = crawl.pages.filter((page) => wanted.has(page.id))
    if (pages.length === 0) throw new AppError('crawl.not-found')
    return new Blob([writeDownloadText(pages, new Date(), request.format)], { type: contentTypes[request.format] })
  }
}
