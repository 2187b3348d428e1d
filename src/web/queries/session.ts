/** Who is signed in, and what this server is. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signOut } from '#web/auth-client.ts'
import { getInstance, getMe } from '#web/client.ts'
import { Failure } from '#web/request.ts'

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: getMe, staleTime: 60_000, retry: 1 })
export const instanceQuery = queryOptions({ queryKey: ['instance'], queryFn: getInstance, staleTime: Infinity })

/** `user` is undefined for a visitor; `loading` ends once the first look-up returns. */
export function useSession() {
  const { data, isPending } = useQuery(meQuery)
  return { user: data?.user, loading: isPending }
}

const tabs = new BroadcastChannel('readback-session')

/** After entering: asks again who is here, and tells the other tabs. */
export async function sessionBegan(queryClient: QueryClient) {
  tabs.postMessage('signed-in')
  await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
  return queryClient.getQueryData(meQuery.queryKey)
}

/** Leaves. A server that answers 401, 403 or 404 has no session either, which is what was wanted. */
export async function endSession(queryClient: QueryClient) {
  await signOut().catch((error: unknown) => {
    if (!(error instanceof Failure && [401, 403, 404].includes(error.status))) throw error
  })
  forgetSession(queryClient)
  tabs.postMessage('signed-out')
}

/** Nothing of the last person stays in the cache for the next one. */
export function forgetSession(queryClient: QueryClient) {
  queryClient.setQueryData(meQuery.queryKey, null)
  queryClient.removeQueries({
    predicate: (query) => query.queryKey[0] !== meQuery.queryKey[0] && query.queryKey[0] !== instanceQuery.queryKey[0],
  })
}

/** Signing in or out in one tab is seen in all of them. */
export function useSessionAcrossTabs() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const listen = (message: MessageEvent<unknown>) => {
      if (message.data === 'signed-out') forgetSession(queryClient)
      else void queryClient.refetchQueries({ queryKey: meQuery.queryKey })
    }
    tabs.addEventListener('message', listen)
    return () => tabs.removeEventListener('message', listen)
  }, [queryClient])
}
