/** The signed-in user and facts about this server. The provider is in session-provider.tsx. */
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { getFirstSteps, getInstance, getMe } from '#web/api/client.ts'
import type { Failure } from '#web/api/request.ts'
import type { Attempt } from '#web/queries/attempt.ts'
import { backoffMs, isRetryable, shouldRetry } from '#web/queries/retry.ts'
import type { SessionEvent } from './session-event.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: fetchAccount,
  staleTime: 60_000,
  retry: (failures, error) => shouldRetry(failures + 1, error),
  retryDelay: (failures) => backoffMs(failures + 1),
})

/** Null for a visitor. */
async function fetchAccount(): Promise<MyAccount | null> {
  if (takeVisitorMark()) return null
  try {
    return await getMe()
  } catch (error) {
    // A permanent refusal means there is no session.
    if (isRetryable(error)) throw error
    return null
  }
}

/** True once, when the document was served without a session: then the first request can be skipped. */
function takeVisitorMark(): boolean {
  const { dataset } = document.documentElement
  if (dataset['visitor'] !== '') return false
  // From now on someone may sign in, also in another tab. Until then style sheets reserve no space for a user.
  dataset['visitor'] = 'known'
  return true
}

export const instanceQuery = queryOptions({ queryKey: ['instance'], queryFn: getInstance, staleTime: Infinity })

export const firstStepsQuery = queryOptions({ queryKey: ['first-steps'], queryFn: getFirstSteps, retry: false })

export type Session = {
  /** Undefined for a visitor. */
  user: MyAccount['user'] | undefined
  /** ISO time; asking for the session extends it. */
  expiresAt: string | undefined
  /** True until the first request returns. */
  loading: boolean
  /** Failure of the last attempt; null after a success. */
  error: Failure | null
  /** Sends an account request; its failure is stored in `error` and returned, never thrown. */
  attempt: <T>(request: () => Promise<T>) => Promise<Attempt<T>>
  /** Refetches the session after a sign-in or an account change and notifies all tabs. False for a visitor. */
  refresh: (event: SessionEvent) => Promise<boolean>
  /** Emits an event that changes no session in all tabs. */
  announce: (event: 'PASSWORD_RECOVERY') => void
  /** Signs out in all tabs. */
  signOut: () => Promise<Attempt<void>>
  /** Clears all user data after the session ended. */
  forget: () => void
  /** Subscribes to events; returns the unsubscribe function. */
  listen: (listener: (event: SessionEvent) => void) => () => void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used inside SessionProvider')
  return session
}

export function useSessionEvent(handler: (event: SessionEvent) => void) {
  const { listen } = useSession()
  const onEvent = useEffectEvent(handler)
  useEffect(() => listen(onEvent), [listen])
}

/** Clears the cache between users. */
export function forgetSession(queryClient: QueryClient) {
  // A response that is still on its way would sign the user in again on screen.
  void queryClient.cancelQueries({ queryKey: meQuery.queryKey }, { revert: false })
  queryClient.setQueryData(meQuery.queryKey, null)
  queryClient.removeQueries({ predicate: isUserData })
}

export function isUserData({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean {
  return name !== meQuery.queryKey[0] && name !== instanceQuery.queryKey[0]
}
