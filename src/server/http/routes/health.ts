/** /healthz (the process is alive), /readyz (it can work) and /metrics for Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#shared/errors.ts'
import type { Services } from '#server/services.ts'
import { isFromThisMachine } from '#server/http/middleware/client-ip.ts'
import { createRouter, type Env } from '#server/http/context.ts'
import { collectGauges } from '#server/http/collect-gauges.ts'
import type { Metrics } from '#server/http/open-metrics.ts'

export const healthRoutes = createRouter()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    try {
      await c.get('services').database.ping()
      return c.json({ status: 'ready' })
    } catch {
      return c.json({ status: 'the database does not respond' }, 503)
    }
  })

/**
 * /metrics answers requests from this machine and requests with METRICS_TOKEN. For others, also through a proxy on this
 * machine, it does not exist.
 */
export function metricsRoutes(services: Services, { registry }: Metrics) {
  const updateGauges = collectGauges(services, registry)
  return createRouter().get('/metrics', async (c) => {
    requireAccess(c, services.config.metricsToken)
    await updateGauges()
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}

function requireAccess(c: Context<Env>, expected: string | undefined) {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization')?.trim() ?? '')?.[1]
  if (expected && token && isSame(token, expected)) return
  if (isFromThisMachine(c) && !token) return
  throw new AppError(expected ? 'metrics.token' : 'request.not-found')
}

/** Hashed first, so that comparison time reveals neither content nor length. */
function isSame(token: string, expected: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(token), hash(expected))
}
