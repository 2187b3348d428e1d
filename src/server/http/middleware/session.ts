/** Loads the session once per request, and the two guards that routes use. */
import { createMiddleware } from 'hono/factory'
import type { Me } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { findSession } from '#server/accounts/sessions/find-session.ts'
import { recordActivity } from '#server/accounts/sessions/record-activity.ts'
import type { Env } from '#server/http/context.ts'

export const identify = createMiddleware<Env>(async (c, next) => {
  // Authenticated by API key: ignore the cookie.
  if (c.get('key')) return next()
  const services = c.get('services')
  const found = await findSession(services, c.req.raw.headers)
  if (found) {
    const { me, sessionId, setCookies } = found
    c.set('me', me)
    c.set('sessionId', sessionId)
    void recordActivity(services, me.user.id)
    for (const cookie of setCookies) c.header('Set-Cookie', cookie, { append: true })
  }
  await next()
})

/** Rejects visitors with 401. */
export const signedIn = createMiddleware<Env & { Variables: { me: Me } }>(async (c, next) => {
  if (!c.get('me')) throw new AppError('account.sign-in-required')
  await next()
})

/** Visitors get 401, everyone but administrators 403. */
export const administrator = createMiddleware<Env & { Variables: { me: Me } }>(async (c, next) => {
  const me = c.get('me')
  if (!me) throw new AppError('account.sign-in-required')
  if (!me.user.isAdmin) throw new AppError('account.admin-required')
  await next()
})
