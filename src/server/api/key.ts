/** A request that carries an API key: who it acts for, and whether the key's scopes reach this route. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import { findApiKey, keyIn } from '#server/account/keys/find-api-key.ts'
import { recordActivity } from '#server/account/record-activity.ts'
import type { Env } from './context.ts'
import { keyScopes } from './key-scopes.ts'
import { routeOf } from './route-of.ts'

/** A key stands in for the cookie, which is then not looked at. Without a key nothing happens here. */
export const identifyKey = createMiddleware<Env>(async (c, next) => {
  const secret = keyIn(c.req.raw.headers)
  if (secret) {
    await takeKey(c, secret)
    const needed = keyScopes[routeOf(c)]
    if (!needed) throw new AppError('key.not-here')
    if (needed !== 'any' && !c.get('key')?.scopes.includes(needed)) throw new AppError('key.scope', { scope: needed })
  }
  await next()
})

/** Throws what `findApiKey` throws. */
export async function takeKey(c: Context<Env>, secret: string) {
  const services = c.get('services')
  // Said to whoever is not let in (RFC 6750), and left out again below.
  c.header('WWW-Authenticate', 'Bearer realm="Readback", error="invalid_token"')
  const { me, keyId, scopes } = await findApiKey(services.db, secret)
  c.header('WWW-Authenticate', undefined)
  c.set('me', me)
  c.set('key', { id: keyId, scopes })
  await recordActivity(services, me.user.id)
}
