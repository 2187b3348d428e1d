import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { isDatabaseBusy, isDiskFull } from '#server/platform/db/errors.ts'
import type { Env } from './context.ts'
import { routeOf } from './route-of.ts'

const DEFAULT_RETRY_AFTER_SECONDS = 5

/** The failure to answer with. Unexpected errors are logged once, with the request id. Sets `Retry-After`. */
export function recordFailure(error: Error, c: Context<Env>): AppError {
  const known = knownFailure(error)
  // A known failure may have a cause that only the operator can fix.
  const needsOperator = !known || (known.status >= 500 && known.cause !== undefined)
  if (needsOperator) c.get('services').log.error({ err: error }, 'request failed')
  const failure = known ?? unexpectedFailure(routeOf(c))
  if (failure.status === 429) c.get('metrics').limited(failure.code)
  if (failure.status === 429 || failure.status === 503)
    c.header('Retry-After', String(failure.values['retryAfterSeconds'] ?? DEFAULT_RETRY_AFTER_SECONDS))
  return failure
}

function knownFailure(error: Error): AppError | null {
  if (error instanceof AppError) return error
  if (isDatabaseBusy(error)) return new AppError('server.busy')
  if (isDiskFull(error)) return new AppError('server.disk-full', {}, { cause: error })
  // Hono throws it for a body that is not JSON.
  if (error instanceof HTTPException && error.status < 500) return new AppError('request.invalid-json')
  return null
}

/** What failed, in the words of the specification (section 8), by route. */
const failureOfRoute: Record<string, ErrorCode> = {
  'GET /api/credits': 'credits.load-failed',
  'GET /api/usage': 'usage.load-failed',
  'POST /api/crawls': 'crawl.failed',
  'POST /api/knowledge': 'knowledge.failed',
  'POST /api/chats': 'chat.save-failed',
  'GET /api/chats/:id': 'chat.load-failed',
  'PATCH /api/chats/:id': 'chat.update-title-failed',
  'PUT /api/chats/:id/pages': 'chat.update-pages-failed',
  'GET /api/admin/settings': 'settings.load-failed',
  'PATCH /api/admin/settings': 'settings.save-failed',
}

/** The answer to an error that no code expects, such as a missing table. */
const unexpectedFailure = (route: string) => new AppError(failureOfRoute[route] ?? 'server.unexpected')
