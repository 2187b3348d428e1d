/**
 * The endpoints that programs call to sign in with OAuth 2.1, as RFC 8414, 9728, 7591, 7009 and 6749 define them. A
 * person allows a program on the screen /authorize, whose routes are below.
 */
import type { Context } from 'hono'
import { parseJson } from '#shared/parse-json.ts'
import { cors } from 'hono/cors'
import { AppError } from '#shared/errors.ts'
import { visibleOrEmpty } from '#shared/visible-text.ts'
import { CLIENT_IP_HEADER } from '#server/accounts/auth-limits.ts'
import { mcpAddress, oauthScopes } from '#server/accounts/oauth/access-tokens.ts'
import { callAuth } from '#server/http/call-auth.ts'
import { createRoute, createRouter, type Env, errorResponses, jsonBody, jsonResponse, z } from '#server/http/context.ts'
import { hasNul } from '#server/http/middleware/check-body.ts'
import { callerIp } from '#server/http/middleware/client-ip.ts'

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp'

/** The header WWW-Authenticate of a request to /mcp that is refused: where programs find the sign-in (RFC 9728). */
export const challenge = (appUrl: string, error?: 'invalid_token') =>
  `Bearer realm="Readback"${error ? `, error="${error}"` : ''}, resource_metadata="${appUrl}${RESOURCE_METADATA}"`

export const oauthRoutes = createRouter()

// Programs that run in a browser call these from their own origin; none reads a cookie.
for (const path of ['/.well-known/*', '/api/auth/oauth2/register', '/api/auth/oauth2/token', '/api/auth/oauth2/revoke'])
  oauthRoutes.use(path, cors({ origin: '*' }))

for (const path of ['/.well-known/oauth-protected-resource', RESOURCE_METADATA]) {
  oauthRoutes.get(path, (c) => {
    const { appUrl } = c.get('services')
    return c.json({
      resource: mcpAddress(appUrl),
      resource_name: 'Readback',
      authorization_servers: [`${appUrl}/api/auth`],
      scopes_supported: oauthScopes,
      bearer_methods_supported: ['header'],
    })
  })
}

// Some programs ask at the root even when the issuer has a path.
for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/api/auth'])
  oauthRoutes.get(path, (c) => forward(c, '/.well-known/oauth-authorization-server/api/auth'))

oauthRoutes.get('/api/auth/oauth2/authorize', (c) => forward(c, c.req.path))
for (const path of ['/api/auth/oauth2/register', '/api/auth/oauth2/token', '/api/auth/oauth2/revoke'])
  oauthRoutes.post(path, (c) => forward(c, path))

// The web app's HTML would confuse programs that look for other metadata.
oauthRoutes.all('/.well-known/*', () => {
  throw new AppError('request.not-found')
})

/** Has the auth library answer the request. Its errors keep the shape of OAuth, which programs parse. */
async function forward(c: Context<Env>, path: string): Promise<Response> {
  const { auth, appUrl } = c.get('services')
  const url = new URL(path, appUrl)
  url.search = new URL(c.req.url).search
  const text = c.req.method === 'GET' ? '' : await c.req.text()
  const problem = findMalformed(c, url.search, text)
  if (problem) return c.json({ error: 'invalid_request', error_description: problem }, 400)
  const body = withRegistrationDefaults(text)
  const request = new Request(url, { method: c.req.method, headers: headersToForward(c), ...(body && { body }) })
  const answer = await auth.handler(request)
  const response = new Response(answer.body, answer)
  response.headers.set('cache-control', 'no-store')
  return response
}

/** What the library fails on or decides silently. `body` is a form or a registration in JSON. */
function findMalformed(c: Context<Env>, search: string, body: string): string | null {
  const credentials = Buffer.from((c.req.header('Authorization') ?? '').replace(/^Basic /i, ''), 'base64')
  // No database can store it.
  if (search.includes('%00') || body.includes('%00') || hasNul(body) || credentials.includes(0))
    return 'The request contains a NUL character'
  if (!c.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded')) return null
  const names = [...new URLSearchParams(body).keys()]
  // RFC 6749, section 3.2; a resource may be repeated (RFC 8707).
  const repeated = names.find((name, index) => name !== 'resource' && names.indexOf(name) < index)
  return repeated === undefined ? null : `${repeated} must not be repeated`
}

function headersToForward(c: Context<Env>): Headers {
  const headers = new Headers(c.req.raw.headers)
  // The body may get another length, and the library would refuse programs in browsers by their origin.
  for (const name of ['content-length', 'transfer-encoding', 'origin']) headers.delete(name)
  // A session counts only for /authorize, which a person opens.
  if (c.req.method !== 'GET') headers.delete('cookie')
  headers.set(CLIENT_IP_HEADER, callerIp(c))
  return headers
}

const Registration = z.looseObject({ redirect_uris: z.array(z.string()).min(1) })

/**
 * Adds what programs leave out of a registration; any other body stays as it is. Without a type it would be that of a
 * web program (OpenID Connect Registration), which may not return to this machine, so the addresses decide; without
 * grant types the program would have to ask the user every hour.
 */
function withRegistrationDefaults(body: string): string {
  const registration = Registration.safeParse(parseJson(body)).data
  if (!registration) return body
  const isWeb = registration.redirect_uris.every((uri) => uri.startsWith('https:'))
  return JSON.stringify({
    application_type: isWeb ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...registration,
  })
}

const Query = z.string().min(1).max(8000)
const Client = z.object({
  client_id: z.string(),
  client_name: z.string().transform(visibleOrEmpty).optional(),
  client_uri: z.string().optional(),
})

/** What the screen /authorize needs, under /api/auth. */
export const consentRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/oauth2/public-client',
      summary: 'Get the name of a program that asks to sign in',
      request: { query: z.object({ client_id: z.string().min(1).max(200) }) },
      responses: { 200: jsonResponse(Client, 'The program as it registered itself'), ...errorResponses(401, 404, 429) },
    }),
    async (c) => {
      const { client_id } = c.req.valid('query')
      const path = `/oauth2/public-client?client_id=${encodeURIComponent(client_id)}`
      return c.json(await callAuth(c, path, null, Client), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/oauth2/consent',
      summary: 'Allow or deny a program; the response says where to return to',
      request: {
        body: jsonBody(z.object({ accept: z.boolean(), oauth_query: Query, scope: z.string().max(200).optional() })),
      },
      responses: {
        200: jsonResponse(z.object({ url: z.string() }), 'Where to return to'),
        ...errorResponses(400, 401, 429),
      },
    }),
    async (c) => c.json(await callAuth(c, '/oauth2/consent', c.req.valid('json'), z.object({ url: z.string() })), 200),
  )
