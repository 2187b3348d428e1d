/** /mcp: the product as MCP tools (streamable HTTP, stateless: any process can answer any request). */
import { randomUUID } from 'node:crypto'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { allowedOrigins } from '#server/accounts/allowed-origins.ts'
import { findApiKey, keyIn } from '#server/accounts/keys/find-api-key.ts'
import { findAccessToken, isAccessToken } from '#server/accounts/oauth/access-tokens.ts'
import { AppError } from '#shared/errors.ts'
import { createRouter, type Env } from '#server/http/context.ts'
import { authenticateKey } from '#server/http/middleware/api-key.ts'
import { checkBody } from '#server/http/middleware/check-body.ts'
import { limitConcurrencyPerCaller } from '#server/http/middleware/limit-requests.ts'
import { challenge } from './auth/oauth.ts'

/** Rejects pages of other sites, also those that reach this machine under their own name (DNS rebinding). */
const rejectOtherSites = createMiddleware<Env>(async (c, next) => {
  const origins = allowedOrigins(c.get('services').appUrl)
  const origin = c.req.header('Origin')
  if (origin && !origins.includes(origin)) throw new AppError('request.origin')
  // Behind a proxy any host name may arrive; a local server must be called by a local name.
  const ownNames = origins.map((each) => new URL(each).hostname)
  const isThisMachine = ownNames.includes('localhost')
  if (isThisMachine && !ownNames.includes(new URL(c.req.url).hostname)) throw new AppError('request.origin')
  await next()
})

/** Identifies a client of a key, for cancellation. Nothing is kept under it, so any process can answer. */
const SESSION_HEADER = 'Mcp-Session-Id'

export const mcpRoutes = createRouter()

mcpRoutes.use('/mcp', rejectOtherSites)

/** By an API key, or the access token of a program that signed in. */
const authenticate = createMiddleware<Env>(async (c, next) => {
  const services = c.get('services')
  const secret = keyIn(c.req.raw.headers)
  if (secret === null) {
    c.header('WWW-Authenticate', challenge(services.appUrl))
    throw new AppError('key.required', { url: `${services.appUrl}/connect` })
  }
  const find = isAccessToken(secret) ? findAccessToken(services.appUrl) : findApiKey
  await authenticateKey(c, secret, find).catch((error: unknown) => {
    c.header('WWW-Authenticate', challenge(services.appUrl, 'invalid_token'))
    throw error
  })
  await next()
})

/** Enough for a long question that lists every page of a large crawl. */
const limitMessage = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new AppError('request.too-large')
  },
})

mcpRoutes.post('/mcp', authenticate, limitConcurrencyPerCaller(), limitMessage, checkBody, async (c) => {
  const services = c.get('services')
  const [me, key] = [c.get('me'), c.get('key')]
  if (!me || !key) throw new AppError('key.unknown')

  // Loaded on first use: the MCP SDK is 200 modules.
  const sessionId = c.req.header(SESSION_HEADER) ?? randomUUID()
  const { handleMcpRequest } = await import('#server/mcp/handle-mcp-request.ts')
  const { url, headers, signal } = c.req.raw
  const request = new Request(url, { method: 'POST', headers, signal, body: await c.req.text() })
  const response = await handleMcpRequest(request, {
    services,
    userId: me.user.id,
    tier: me.user.tier,
    scopes: key.scopes,
    clientId: `${key.id} ${sessionId}`,
  })
  response.headers.set(SESSION_HEADER, sessionId)
  response.headers.set('Cache-Control', 'no-store')
  return response
})

mcpRoutes.all('/mcp', (c) => {
  c.header('Allow', 'POST')
  throw new AppError('request.method')
})
