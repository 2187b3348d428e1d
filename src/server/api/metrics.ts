/**
 * /metrics for Prometheus: the process, and what is under way. Answers only whoever asks from this machine itself;
 * anyone else, also through a proxy on this machine, learns not even that it exists.
 */
import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { AppError } from '#shared/errors.ts'
import { crawls, pages } from '#server/db/schema/index.ts'
import type { Services } from '#server/services.ts'
import { isThisMachine, peerOf } from './client-address.ts'
import { createRouter } from './context.ts'

export function metricsRoutes(services: Services) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const crawlGauge = new Gauge({
    name: 'readback_crawls',
    help: 'Crawls by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const rows = await services.db
        .select({ status: crawls.status, count: sql<number>`count(*)::int` })
        .from(crawls)
        .groupBy(crawls.status)
      crawlGauge.reset()
      for (const { status, count } of rows) crawlGauge.set({ status }, count)
    },
  })
  const pageGauge = new Gauge({
    name: 'readback_pages_stored',
    help: 'Pages stored',
    registers: [registry],
    async collect() {
      const [row] = await services.db.select({ count: sql<number>`count(*)::int` }).from(pages)
      pageGauge.set(row?.count ?? 0)
    },
  })

  return createRouter().get('/metrics', async (c) => {
    const peer = peerOf(c)?.replace(/^::ffff:/, '') ?? ''
    if (!isThisMachine(peer) || c.req.header('X-Forwarded-For')) throw new AppError('request.not-found')
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}
