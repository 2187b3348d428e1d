/** Rejects state-changing requests from other origins (CSRF) before anything else runs. */
import { createMiddleware } from 'hono/factory'
import { allowedOrigins } from '#server/accounts/allowed-origins.ts'
import { AppError } from '#shared/errors.ts'
import type { Env } from '#server/http/context.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export const rejectForeignOrigin = createMiddleware<Env>(async (c, next) => {
  // Browsers attach cookies on their own, never API keys.
  if (!c.get('key') && !SAFE_METHODS.has(c.req.method)) {
    const origin = c.req.header('Origin')
    const site = c.req.header('Sec-Fetch-Site')
    const isForeign = origin ? !allowedOrigins(c.get('services').appUrl).includes(origin) : site === 'cross-site'
    if (isForeign) throw new AppError('request.origin')
  }
  await next()
})
