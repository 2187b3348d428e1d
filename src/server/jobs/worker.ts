import { CancelSubscriptions, cancelSubscriptions } from '#server/billing/cancel-subscriptions.ts'
import { PurgeChat, unsafePurgeChat } from '#server/chat/delete-chat.ts'
import { AnalysePages, analysePages } from '#server/crawl/store/analyse-pages.ts'
import { CheckPages, checkPages } from '#server/crawl/recheck/check-pages.ts'
import { unsafeFailLostCheck } from '#server/crawl/recheck/fail-lost-check.ts'
import { ScheduledCheck, unsafeRunScheduledCheck } from '#server/crawl/recheck/schedule-checks.ts'
import { EmbedPassages, embedPassages } from '#server/answering/embed-passages.ts'
import type { Services } from '#server/services.ts'
import { startCrawlLoop } from './crawl-loop.ts'
import { startDailyRefill } from './daily-refill.ts'
import { saveFile } from './save-file.ts'
import { sendMail } from './send-mail.ts'
import { enqueueUnfinishedWork } from './enqueue-unfinished-work.ts'

export type Worker = { close(graceMs: number): Promise<void> }

/** Connects every queue to its handler and starts the crawl loop. */
export async function startWorker(given: Services): Promise<Worker> {
  const services = { ...given, db: given.database.background }
  const { queue } = services
  await queue.work('send-mail', { concurrency: 2 }, (data) => sendMail(services, data))
  await queue.work('analyse-pages', { concurrency: 2 }, (data, signal) =>
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
  await queue.work('forget-chat', { concurrency: 1 }, (data) => unsafePurgeChat(services, PurgeChat.parse(data)))
  await queue.work('end-subscriptions', { concurrency: 1 }, (data) =>
    cancelSubscriptions(services, CancelSubscriptions.parse(data)),
  )
  const stopRefill = startDailyRefill(services)
  const crawls = await startCrawlLoop(services)
  return {
    async close(graceMs) {
      await queue.pause()
      await Promise.all([crawls.close(graceMs), stopRefill()])
    },
  }
}
