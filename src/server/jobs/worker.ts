/** Which handler serves which queue. */
import { z } from 'zod'
import { analysePages } from '#server/crawl/analyse-pages.ts'
import type { Services } from '#server/services.ts'
import { startCrawlLoop } from './crawl-loop.ts'
import { sendMail } from './send-mail.ts'

const AnalysePages = z.object({ crawlId: z.uuid() })

export type Worker = { close(graceMs: number): Promise<void> }

export async function startWorker(services: Services): Promise<Worker> {
  const { queue } = services
  await queue.work('send-mail', { concurrency: 2 }, (data) => sendMail(services, data))
  await queue.work('analyse-pages', { concurrency: 2 }, (data, signal) =>
    analysePages(services, AnalysePages.parse(data).crawlId, AbortSignal.any([signal, services.closing])),
  )
  return startCrawlLoop(services)
}
