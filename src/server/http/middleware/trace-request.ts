/**
 * Gives a request an id that every log line it causes carries, logs one line for the response and records its duration
 * for /metrics. Both name the route only, never the URL.
 */
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { withLogFields } from '#server/platform/log.ts'
import type { Env } from '#server/http/context.ts'
import { routeOf } from '#server/http/route-of.ts'

const REQUEST_ID_HEADER = 'X-Request-Id'

/** Ids as proxies generate them: hex, UUID, ULID. Anything else, such as an email address, must not reach the log. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

export const traceRequest = createMiddleware<Env>(async (c, next) => {
  const given = c.req.header(REQUEST_ID_HEADER) ?? ''
  const requestId = WELL_FORMED.test(given) ? given : randomUUID()
  c.set('requestId', requestId)
  const { log, config } = c.get('services')
  const endRequest = c.get('metrics').beginRequest()
  const startedAt = performance.now()
  await withLogFields({ requestId }, async () => {
    try {
      await next()
    } finally {
      const route = routeOf(c) || 'none'
      const { status } = c.res
      const ms = Math.round(performance.now() - startedAt)
      endRequest({ route, status, seconds: ms / 1000 })
      // In a terminal these lines would bury the verification code of a printed mail.
      const isLogged = config.production && route.includes(' /api/')
      log[isLogged ? 'info' : 'debug']({ route, status, ms }, 'answered')
    }
  })
  c.res.headers.set(REQUEST_ID_HEADER, requestId)
})
