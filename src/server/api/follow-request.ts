/**
 * Follows a request from its beginning to its answer: an id on every line of the log that it causes, one line when it
 * is answered, and its duration for /metrics. Neither says more of it than its route.
 */
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { withLogFields } from '#server/log.ts'
import type { Env } from './context.ts'
import { routeOf } from './route-of.ts'

const REQUEST_ID_HEADER = 'X-Request-Id'

/** As proxies make them: hex, UUIDs, ULIDs. An address or a sentence is none and is not taken into the log. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

export const followRequest = createMiddleware<Env>(async (c, next) => {
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
      // In a terminal these lines would bury the code of a mail, which somebody is looking for there.
      const isWorthALine = config.production && route.includes(' /api/')
      log[isWorthALine ? 'info' : 'debug']({ route, status, ms }, 'answered')
    }
  })
  c.res.headers.set(REQUEST_ID_HEADER, requestId)
})
