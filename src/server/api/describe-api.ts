/** The OpenAPI document: what the routes say of themselves, and who may ask each of them. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { API_REQUESTS_PER_MINUTE } from '#shared/api-keys.ts'
import type { Env } from './context.ts'
import { keyScopes } from './key-scopes.ts'
import { VERSION } from './version.ts'

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Readback',
    version: VERSION,
    description:
      'Crawl a site, process its pages, ask, and get answers that are read back against the pages. Programs send ' +
      `\`Authorization: Bearer rb_…\` with a key made at /connect; a key may ask ${API_REQUESTS_PER_MINUTE} times a minute.`,
  },
}

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'rb_…',
    description: 'An API key of a plan with API access, made at /connect. Each route names the scope that the key needs.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'readback.session_token', description: 'The session of a signed-in browser.' },
}

const Operation = z.looseObject({ summary: z.string().optional(), responses: z.record(z.string(), z.unknown()).default({}) })
const Paths = z.record(z.string(), z.record(z.string(), Operation))
type Operation = z.infer<typeof Operation>

/** Built from the app's own routes. */
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

/** Either of those named is enough; none means that anybody may ask. */
function securityOf(method: string, path: string, { responses }: Operation): Record<string, string[]>[] {
  const scope = scopeOf(method, path)
  if (!('401' in responses)) return []
  return [{ session: [] }, ...(scope && scope !== 'any' ? [{ key: [scope] }] : [])]
}

/** What a key needs at a route as the document writes it, `/api/crawls/{id}`; undefined where keys are refused. */
export const scopeOf = (method: string, path: string) =>
  keyScopes[`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
