/** Answers every error in the one failure shape. Unexpected errors are logged once, with the request id. */
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, toFailure } from '#shared/errors.ts'
import { isDatabaseBusy, isDiskFull } from '#server/platform/db/errors.ts'
import type { Env } from './context.ts'

const DEFAULT_RETRY_AFTER_SECONDS = 5

export const answerFailure: ErrorHandler<Env> = (error, c) => {
  const known = knownFailure(error)
  // A known failure may have a cause that only the operator can fix.
  const needsOperator = !known || (known.status >= 500 && known.cause !== undefined)
  if (needsOperator) c.get('services').log.error({ err: error }, 'request failed')
  const failure = known ?? new AppError('server.unexpected')
  if (failure.status === 429) c.get('metrics').limited(failure.code)
  if (failure.status === 429 || failure.status === 503)
    c.header('Retry-After', String(failure.values['retryAfterSeconds'] ?? DEFAULT_RETRY_AFTER_SECONDS))
  // Every status in the error table allows a body.
  return c.json(toFailure(failure), failure.status as ContentfulStatusCode)
}

function knownFailure(error: Error): AppError | null {
  if (error instanceof AppError) return error
  if (isDatabaseBusy(error)) return new AppError('server.busy')
  if (isDiskFull(error)) return new AppError('server.disk-full', {}, { cause: error })
  // Hono throws it for a body that is not JSON.
  if (error instanceof HTTPException && error.status < 500) return new AppError('request.invalid-json')
  return null
}
