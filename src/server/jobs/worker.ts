/** Which handler serves which queue. */
import { EndSubscriptions, endSubscriptions } from '#server/billing/end-subscriptions.ts'
import { ForgetChat, unsafeForgetChat } from '#server/chat/delete-chat.ts'
import { AnalysePages, analysePages } from '#server/crawl/analyse-pages.ts'
import { CheckPages, checkPages } from '#server/crawl/check/check-pages.ts'
import { unsafeEndLostCheck } from '#server/crawl/check/end-lost-check.ts'
import { ScheduledCheck, unsafeRunScheduledCheck } from '#server/crawl/check/schedule-checks.ts'
import { EmbedPassages, embedPassages } from '#server/chat/embed-passages.ts'
import type { Services } from '#server/services.ts'
import { startCrawlLoop } from './crawl-loop.ts'
import { startDailyReturns } from './daily-returns.ts'
import { followClock } from './follow-clock.ts'
import { saveFile } from './save-file.ts'
import { sendMail } from './send-mail.ts'
import { takeUpWaiting } from './take-up-waiting.ts'

export type Worker = { close(graceMs: number): Promise<void> }

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
  await takeUpWaiting(services)
  await queue.work('check-pages', { concurrency: 4 }, (data, signal) =>
    checkPages(services, CheckPages.parse(data), AbortSignal.any([signal, services.closing])),
  )
  await queue.work('end-check', { concurrency: 1 }, (data) => unsafeEndLostCheck(services, CheckPages.parse(data)))
  await queue.work('scheduled-check', { concurrency: 1 }, (data) => unsafeRunScheduledCheck(services, ScheduledCheck.parse(data)))
  await queue.work('save-file', { concurrency: 2 }, (data) => saveFile(services, data))
  await queue.work('forget-chat', { concurrency: 1 }, (data) => unsafeForgetChat(services, ForgetChat.parse(data)))
  await queue.work('end-subscriptions', { concurrency: 1 }, (data) => endSubscriptions(services, EndSubscriptions.parse(data)))
  const endReturns = startDailyReturns(services)
  const endLooking = followClock(services)
  const crawls = await startCrawlLoop(services)
  return {
    async close(graceMs) {
      await queue.rest()
      await Promise.all([crawls.close(graceMs), endReturns(), endLooking()])
    },
  }
}
