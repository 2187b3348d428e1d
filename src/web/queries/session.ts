/** Who is signed in, and what this server is. The provider stands in session-provider.tsx. */
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { getInstance, getMe } from '#web/client.ts'
import type { Failure } from '#web/request.ts'
import type { Attempt } from './attempt.ts'
import { backOffMs, isRetryable, isWorthATry } from './back-off.ts'
import type { SessionEvent } from './session-event.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  // A refusal that stays one means that there is no session.
  queryFn: async () =>
    isVisitorsDocument()
      ? null
      : getMe().catch((error: unknown) => {
          if (isRetryable(error)) throw error
          return null
        }),
  staleTime: 60_000,
  retry: (failures, error) => isWorthATry(failures + 1, error),
  retryDelay: (failures) => backOffMs(failures + 1),
})
/** Whether the document came without a session: then the first look-up has its answer, and no refusal to ask for. */
function isVisitorsDocument(): boolean {
  const { dataset } = document.documentElement
  if (dataset['visitor'] === undefined) return false
  // Somebody may enter from now on, also in another tab.
  delete dataset['visitor']
  return true
}

export const instanceQuery = queryOptions({ queryKey: ['instance'], queryFn: getInstance, staleTime: Infinity })

export type Session = {
  /** Undefined for a visitor. */
  user: MyAccount['user'] | undefined
  /** ISO time; asking for the session extends it. */
  expiresAt: string | undefined
  /** Ends once the first look-up returns. */
  loading: boolean
  /** Why the last attempt failed; null once one succeeds. */
  error: Failure | null
  /** Makes a request about an account: its failure is kept in `error` and given back, never thrown. */
  attempt: <T>(request: () => Promise<T>) => Promise<Attempt<T>>
  /** After entering, or after a change of the account: asks who is here and tells all tabs. False when nobody is. */
  refresh: (event: SessionEvent) => Promise<boolean>
  /** Says what has happened to whoever listens in this tab. */
  tell: (event: SessionEvent) => void
  /** Leaves, in all tabs. */
  signOut: () => Promise<Attempt<void>>
  /** The session is gone: nothing of its person stays. */
  forget: () => void
  /** Hears every event until the answer is called. */
  listen: (listener: (event: SessionEvent) => void) => () => void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession stands outside its SessionProvider')
  return session
}

export function useSessionEvent(heard: (event: SessionEvent) => void) {
  const { listen } = useSession()
  const hear = useEffectEvent(heard)
  useEffect(() => listen(hear), [listen])
}

/** Nothing of the last person stays in the cache for the next one. */
export function forgetSession(queryClient: QueryClient) {
  queryClient.setQueryData(meQuery.queryKey, null)
  queryClient.removeQueries({ predicate: belongsToSomebody })
}

export const belongsToSomebody = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== meQuery.queryKey[0] && queryKey[0] !== instanceQuery.queryKey[0]
