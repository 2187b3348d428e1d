import { Failure, isServerDown, localFailure } from '#web/api/request.ts'

/** Result of an account request; its failure is also the session's `error`. */
export type Attempt<T> = { data: T; error: null } | { data: null; error: Failure }

/** Wraps requests: the failure is stored with `keep` and returned, never thrown. A new attempt clears the last one. */
export function createAttempt(keep: (error: Failure | null) => void) {
  return async function attempt<T>(request: () => Promise<T>): Promise<Attempt<T>> {
    keep(null)
    try {
      return { data: await request(), error: null }
    } catch (thrown) {
      // Without a Failure, the server was unreachable or its response unreadable.
      const error =
        thrown instanceof Failure
          ? thrown
          : localFailure(isServerDown(thrown) ? 'server.unreachable' : 'server.unexpected')
      keep(error)
      return { data: null, error }
    }
  }
}
