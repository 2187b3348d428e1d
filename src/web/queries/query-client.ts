import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from '#web/request.ts'
import { forgetSession, meQuery } from './session.ts'

/** One cache for all screens. A session that has ended shows in whatever was asked next. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (statusOf(error) === 401 && client.getQueryData(meQuery.queryKey)) forgetSession(client)
      },
    }),
    defaultOptions: {
      queries: {
        // What the server has refused it will refuse again; a broken line may be whole in a moment.
        retry: (attempts, error) => attempts < 2 && !(statusOf(error) >= 400 && statusOf(error) < 500),
      },
    },
  })
  return client
}

const statusOf = (error: unknown) => (error instanceof Failure ? error.status : 0)
