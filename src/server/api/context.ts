/** What every route sees: the services, who is asking, and how a route says what it takes and answers. */
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Me } from '#shared/account.ts'
import type { ApiScope } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import type { Services } from '#server/services.ts'
import type { Metrics } from './open-metrics.ts'
import { sayWrongShape } from './say-wrong-shape.ts'

export type Env = {
  Variables: {
    services: Services
    metrics: Metrics
    /** Null for a visitor. */
    me: Me | null
    /** '' for a visitor, and for a program with a key. */
    sessionId: string
    /** The API key that asks in somebody's name; null when no key does. */
    key: { id: string; scopes: ApiScope[] } | null
    requestId: string
  }
}

/** An OpenAPIHono that answers a request of the wrong shape in our one failure shape. */
export function createRouter() {
  return new OpenAPIHono<Env>({
    defaultHook(result) {
      if (result.success) return
      throw new AppError('request.invalid', { reason: sayWrongShape(result.error.issues[0]) })
    },
  })
}

export const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const failures = {
  400: 'The request has the wrong shape or asks for what cannot be',
  401: 'Visitors must sign in',
  402: 'Too few credits',
  403: 'Not for this role or plan',
  404: 'Not found, or not yours',
  409: 'Not in the state that this needs',
  429: 'Too many requests',
  502: 'Another server did not answer as it should',
  503: 'Full or busy for the moment; `Retry-After` says when to come again',
} as const

type FailureStatus = keyof typeof failures

/** The OpenAPI entries of the failures a route may answer with. */
export function failing<Status extends FailureStatus>(...statuses: Status[]) {
  const entry = (status: Status) => [
    status,
    { description: failures[status], content: { 'application/json': { schema: Failure } } },
  ]
  // Object.fromEntries forgets the keys; the entries are exactly the statuses given.
  return Object.fromEntries(statuses.map(entry)) as unknown as Record<
    Status,
    { description: string; content: { 'application/json': { schema: typeof Failure } } }
  >
}

export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

export function body<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

export const events = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: z.string() } },
})

export const IdParam = z.object({ id: z.uuid('Not an id.') })

export { createRoute, type RouteConfig, z }
