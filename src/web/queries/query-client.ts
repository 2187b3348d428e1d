import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from '#web/api/request.ts'
import { forgetSession, meQuery } from './session/session.ts'

/** One cache for all screens. An expired session shows up in the next request. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (statusOf(error) === 401 && client.getQueryData(meQuery.queryKey)) forgetSession(client)
      },
    }),
    defaultOptions: {
      queries: {
        // Only transient failures are retried.
        retry: (attempts, error) => attempts < 2 && !isClientError(error),
        // The default of one and two seconds makes a user wait three before the button "Try Again" appears.
        retryDelay: (attempt) => 300 * 3 ** attempt,
      },
    },
  })
  return client
}

function isClientError(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500
}

const statusOf = (error: unknown) => (error instanceof Failure ? error.status : 0)
