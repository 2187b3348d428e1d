/**
 * /mcp: the product as tools for a program that speaks the Model Context Protocol (streamable HTTP). Nothing is kept
 * between two requests, so any process can answer any of them.
 */
import { createMiddleware } from 'hono/factory'
import { allowedOrigins } from '#server/account/allowed-origins.ts'
import { keyIn } from '#server/account/keys/find-api-key.ts'
import { AppError } from '#shared/errors.ts'
import { createRouter, type Env } from './context.ts'
import { takeKey } from './key.ts'

/** A page of another site, and one that passes itself off as this machine (DNS rebinding), is refused before all else. */
const refuseOtherSites = createMiddleware<Env>(async (c, next) => {
  const origins = allowedOrigins(c.get('services').config.appUrl)
  const origin = c.req.header('Origin')
  if (origin && !origins.includes(origin)) throw new AppError('request.origin')
  // Behind a proxy the host may be any name; on this machine alone it has to be one of this machine's.
  const ownNames = origins.map((each) => new URL(each).hostname)
  const isThisMachine = ownNames.includes('localhost')
  if (isThisMachine && !ownNames.includes(new URL(c.req.url).hostname)) throw new AppError('request.origin')
  await next()
})

export const mcpRoutes = createRouter()

mcpRoutes.use('/mcp', refuseOtherSites)

mcpRoutes.post('/mcp', async (c) => {
  const services = c.get('services')
  const secret = keyIn(c.req.raw.headers)
  if (!secret) {
    c.header('WWW-Authenticate', 'Bearer realm="Readback"')
    throw new AppError('key.required', { url: `${services.appUrl}/connect` })
  }
  await takeKey(c, secret)
  const [me, key] = [c.get('me'), c.get('key')]
  if (!me || !key) throw new AppError('key.unknown')

  // The protocol's library is two hundred modules, which a server that nobody speaks it to need not load.
  const { answerMcp } = await import('./mcp/answer-mcp.ts')
  const answer = await answerMcp(c.req.raw, { services, userId: me.user.id, tier: me.user.tier, scopes: key.scopes })
  answer.headers.set('Cache-Control', 'no-store')
  return answer
})

mcpRoutes.all('/mcp', (c) => {
  c.header('Allow', 'POST')
  throw new AppError('request.method')
})

// Where a client that was refused looks for a way to sign in by itself. There is none, and the web app is no answer.
mcpRoutes.all('/.well-known/*', () => {
  throw new AppError('request.not-found')
})
