/** A change asked for by another site's script is refused before anything else is looked at. */
import { createMiddleware } from 'hono/factory'
import { allowedOrigins } from '#server/account/allowed-origins.ts'
import { AppError } from '#shared/errors.ts'
import type { Env } from './context.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export const refuseForeignOrigin = createMiddleware<Env>(async (c, next) => {
  // No browser sends an API key by itself, as it does a cookie.
  if (!c.get('key') && !READING.has(c.req.method)) {
    const origin = c.req.header('Origin')
    const site = c.req.header('Sec-Fetch-Site')
    const foreign = origin ? !allowedOrigins(c.get('services').config.appUrl).includes(origin) : site === 'cross-site'
    if (foreign) throw new AppError('request.origin')
  }
  await next()
})
