/** The one shape of a failure, and what becomes of an error that nobody expected: logged once, with the request's id. */
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#shared/errors.ts'
import { isDatabaseBusy, isDiskFull } from '#server/db/errors.ts'
import type { Env } from './context.ts'

export function toFailure(error: AppError) {
  return { error: { code: error.code, message: error.message } }
}

export const answerFailure: ErrorHandler<Env> = (error, c) => {
  const known = knownFailure(error)
  // Words for a person may stand before a cause that only an operator can mend.
  const unseen = !known || (known.status >= 500 && known.cause !== undefined)
  if (unseen) c.get('services').log.error({ err: error }, 'request failed')
  const failure = known ?? new AppError('server.unexpected')
  if (failure.status === 429) c.get('metrics').limited(failure.code)
  if (failure.status === 429 || failure.status === 503) c.header('Retry-After', String(failure.values['retryAfterSeconds'] ?? 5))
  // The catalogue's statuses are all statuses with a body.
  return c.json(toFailure(failure), failure.status as ContentfulStatusCode)
}

function knownFailure(error: Error): AppError | null {
  if (error instanceof AppError) return error
  if (isDatabaseBusy(error)) return new AppError('server.busy')
  if (isDiskFull(error)) return new AppError('server.disk-full', {}, { cause: error })
  if (error instanceof HTTPException && error.status < 500) {
    return new AppError('request.invalid', { reason: 'The request is not valid JSON.' })
  }
  return null
}
