/** The OpenAPI document, generated from the routes, with the authentication each of them needs. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { API_REQUESTS_PER_MINUTE } from '#shared/api-keys.ts'
import type { Env } from './context.ts'
import { keyScopes } from './middleware/key-scopes.ts'
import { VERSION } from '#server/platform/version.ts'

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Readback',
    version: VERSION,
    description:
      'Crawl a site, process its pages, ask questions and get answers whose citations are checked against the pages. ' +
      'Send `Authorization: Bearer rb_…` with a key created at /connect; ' +
      `the limit is ${API_REQUESTS_PER_MINUTE} requests per minute and key.`,
  },
}

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'rb_…',
    description: 'An API key, created at /connect. Each route names the scope that the key needs.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'readback.session_token',
    description: 'The session of a signed-in browser.',
  },
}

const Operation = z.looseObject({
  summary: z.string().optional(),
  responses: z.record(z.string(), z.unknown()).default({}),
  /** [] for a route that signs in: its 401 means wrong credentials. */
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
})
const Paths = z.record(z.string(), z.record(z.string(), Operation))
type Operation = z.infer<typeof Operation>

export function describeApi(app: OpenAPIHono<Env>) {
  const { paths, components, ...rest } = app.getOpenAPI31Document(about)
  const secured = Object.entries(Paths.parse(paths ?? {})).map(([path, operations]) => {
    const described = Object.entries(operations).map(([method, operation]) => {
      return [method, { ...operation, security: securityOf(method, path, operation) }] as const
    })
    return [path, Object.fromEntries(described)] as const
  })
  return { ...rest, paths: Object.fromEntries(secured), components: { ...components, securitySchemes } }
}

/** One of the entries is enough; none means the route is public. */
function securityOf(method: string, path: string, { responses, security }: Operation): Record<string, string[]>[] {
  if (security) return security
  const scope = scopeOf(method, path)
  if (!('401' in responses)) return []
  return [{ session: [] }, ...(scope && scope !== 'any' ? [{ key: [scope] }] : [])]
}

/** The scope a key needs for a path in OpenAPI notation, `/api/crawls/{id}`; undefined where keys are rejected. */
export const scopeOf = (method: string, path: string) =>
  keyScopes[`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
