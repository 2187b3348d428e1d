/** Authenticates a request that carries an API key and checks the key's scopes for the route. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import { findApiKey, keyIn } from '#server/accounts/keys/find-api-key.ts'
import { recordActivity } from '#server/accounts/sessions/record-activity.ts'
import type { Env } from '#server/http/context.ts'
import { keyScopes } from './key-scopes.ts'
import { routeOf } from '#server/http/route-of.ts'

/** Addresses that no key may call, whether they exist or not. */
const CLOSED = /^\/api\/(?:admin|auth)\//

/** A bearer token replaces the session cookie, which is then ignored. Does nothing without one. */
export const authenticateApiKey = createMiddleware<Env>(async (c, next) => {
  const secret = keyIn(c.req.raw.headers)
  if (secret !== null) {
    await authenticateKey(c, secret)
    const route = routeOf(c)
    const needed = keyScopes[route]
    if (!needed) {
      const isUnknown = !route.includes(' /api/') && !CLOSED.test(c.req.path)
      throw new AppError(isUnknown ? 'request.not-found' : 'key.not-here')
    }
    if (needed !== 'any' && !c.get('key')?.scopes.includes(needed)) throw new AppError('key.scope', { scope: needed })
  }
  await next()
})

/** Throws as `findApiKey` does. */
export async function authenticateKey(c: Context<Env>, secret: string, find = findApiKey) {
  const services = c.get('services')
  // Sent only if the next line throws (RFC 6750).
  c.header('WWW-Authenticate', 'Bearer realm="Readback", error="invalid_token"')
  const { me, keyId, scopes } = await find(services.db, secret)
  c.header('WWW-Authenticate', undefined)
  c.set('me', me)
  c.set('key', { id: keyId, scopes })
  void recordActivity(services, me.user.id)
}
