import { errorMessage } from '#shared/errors.ts'
import { Failure } from '#web/request.ts'

/** What a request about an account came to; its failure is also the session's `error`. */
export type Attempt<T> = { data: T; error: null } | { data: null; error: Failure }

/** Makes requests whose failure is kept with `keep` and given back, never thrown. A new attempt forgets the last failure. */
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

/** The server was not reached, or what it said was not understood. */
const unreached = () => new Failure(0, 'server.unexpected', errorMessage('server.unexpected'))
