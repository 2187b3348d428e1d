/** What every route uses: the request's context, and helpers that declare its input and responses. */
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Me } from '#shared/account.ts'
import type { ApiScope } from '#shared/api-keys.ts'
import { ErrorBody } from '#shared/error-body.ts'
import type { Services } from '#server/services.ts'
import { invalidRequest } from './invalid-request.ts'
import type { Metrics } from './open-metrics.ts'

export type Env = {
  Variables: {
    services: Services
    metrics: Metrics
    /** Null for a visitor. */
    me: Me | null
    /** '' for a visitor, and for a request with an API key. */
    sessionId: string
    /** The API key of the request; null when it has none. */
    key: { id: string; scopes: ApiScope[] } | null
    requestId: string
  }
}

/** An OpenAPIHono that rejects a request that does not match its schema in the one failure shape. */
export function createRouter() {
  return new OpenAPIHono<Env>({
    defaultHook(result) {
      if (!result.success) throw invalidRequest(result.error.issues[0])
    },
  })
}

export const Failure = z.object({ error: ErrorBody })

const failureDescriptions = {
  400: 'The request is invalid',
  401: 'Sign in first',
  402: 'Not enough credits',
  403: 'Not allowed for this role or plan',
  404: 'Not found, or not yours',
  409: 'Not possible in the current state',
  429: 'Too many requests; `Retry-After` gives the seconds to wait',
  502: 'Another server failed or did not respond',
  503: 'Overloaded or busy; `Retry-After` gives the seconds to wait',
} as const

type FailureStatus = keyof typeof failureDescriptions

/** The OpenAPI entries of the failures a route may return. */
export function errorResponses<Status extends FailureStatus>(...statuses: Status[]) {
  const entry = (status: Status) => [
    status,
    { description: failureDescriptions[status], content: { 'application/json': { schema: Failure } } },
  ]
  // Object.fromEntries loses the keys; the entries are exactly the statuses given.
  return Object.fromEntries(statuses.map(entry)) as unknown as Record<
    Status,
    { description: string; content: { 'application/json': { schema: typeof Failure } } }
  >
}

export function jsonResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

export const eventStream = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: z.string() } },
})

/** For lists that are paged by a cursor. */
export const CursorQuery = z.object({
  after: z.string().max(2000).optional().openapi({ description: 'The `next` of the previous response' }),
})
export const IdParam = z.object({ id: z.uuid('Not a valid id.') })

export { createRoute, type RouteConfig, z }
