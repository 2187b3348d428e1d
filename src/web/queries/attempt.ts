import { errorMessage } from '#shared/errors.ts'
import { Failure } from '#web/api/request.ts'

/** Result of an account request; its failure is also the session's `error`. */
export type Attempt<T> = { data: T; error: null } | { data: null; error: Failure }

/** Wraps requests: the failure is stored with `keep` and returned, never thrown. A new attempt clears the last one. */
export function createAttempt(keep: (error: Failure | null) => void) {
  return async function attempt<T>(request: () => Promise<T>): Promise<Attempt<T>> {
    keep(null)
    try {
      return { data: await request(), error: null }
    } catch (thrown) {
      const error = thrown instanceof Failure ? thrown : unreached()
      keep(error)
      return { data: null, error }
    }
  }
}

/** The server was unreachable or its response unreadable. */
const unreached = () => new Failure(0, 'server.unexpected', errorMessage('server.unexpected'))
