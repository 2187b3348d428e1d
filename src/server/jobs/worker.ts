import { CancelSubscriptions, cancelSubscriptions } from '#server/billing/cancel-subscriptions.ts'
import { DeliverWebhook, unsafeDeliverWebhook } from '#server/changes/deliver-webhook.ts'
import { MailChanges, unsafeMailChanges } from '#server/changes/mail-changes.ts'
import { CheckGaps, unsafeCheckGapsOfChat } from '#server/gaps/notebook-gaps.ts'
import { PurgeChat, unsafePurgeChat } from '#server/chat/delete-chat.ts'
import { AnalysePages, analysePages } from '#server/crawl/store/analyse-pages.ts'
import { CheckPages, checkPages } from '#server/crawl/recheck/check-pages.ts'
import { unsafeFailLostCheck } from '#server/crawl/recheck/fail-lost-check.ts'
import { ScheduledCheck, unsafeRunScheduledCheck } from '#server/crawl/recheck/schedule-checks.ts'
import { EmbedPassages, embedPassages } from '#server/answering/embed-passages.ts'
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
import { type Compose, UploadJob, uploadStoredFile } from '#server/document-storage/upload-stored-file.ts'

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
    analysePages(services, AnalysePages.parse(data), AbortSignal.any([signal, services.closing])),
  )
  await queue.work('embed-passages', { concurrency: 2 }, (data, signal) =>
    embedPassages(services, EmbedPassages.parse(data), AbortSignal.any([signal, services.closing])),
  )
  await enqueueUnfinishedWork(services)
  await queue.work('check-pages', { concurrency: 4 }, (data, signal) =>
    checkPages(services, CheckPages.parse(data), AbortSignal.any([signal, services.closing])),
  )
  await queue.work('end-check', { concurrency: 1 }, (data) => unsafeFailLostCheck(services, CheckPages.parse(data)))
  await queue.work('scheduled-check', { concurrency: 1 }, (data) =>
    unsafeRunScheduledCheck(services, ScheduledCheck.parse(data)),
  )
  await queue.work('save-file', { concurrency: 2 }, (data) => saveFile(services, data))
  await queue.work('deliver-webhook', { concurrency: 4 }, (data) =>
    unsafeDeliverWebhook(services, DeliverWebhook.parse(data)),
  )
  await queue.work('mail-changes', { concurrency: 1 }, (data) => unsafeMailChanges(services, MailChanges.parse(data)))
  await queue.work('check-gaps', { concurrency: 1 }, (data) => unsafeCheckGapsOfChat(services, CheckGaps.parse(data)))
  await queue.work('forget-chat', { concurrency: 1 }, (data) => unsafePurgeChat(services, PurgeChat.parse(data)))
  await queue.work('end-subscriptions', { concurrency: 1 }, (data) =>
    cancelSubscriptions(services, CancelSubscriptions.parse(data)),
  )
  const stopDailyWork = startDailyWork(services)
  const crawls = await startCrawlLoop(services)
  return {
    async close(graceMs) {
      await queue.pause()
      await Promise.all([crawls.close(graceMs), stopDailyWork()])
    },
  }
}

/** The job 'save-file': composes the file of a crawl or a chat and uploads it to the document storage. */
async function saveFile(services: Services, data: unknown) {
  await uploadStoredFile(services, UploadJob.parse(data), createComposer(services))
}

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
