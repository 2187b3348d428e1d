import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { signOut } from '#web/api/auth-client.ts'
import type { Failure } from '#web/api/request.ts'
import { createAttempt } from '#web/queries/attempt.ts'
import { signOutWithRetry } from './sign-out.ts'
import { isUserData, forgetSession, meQuery, SessionContext } from './session.ts'
import type { Session } from './session.ts'
import { refreshAfterMs, sessionEvent } from './session-event.ts'
import type { KnownSession, SessionEvent } from './session-event.ts'

/** Provides the session to all screens and syncs it between tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data, isPending, isError } = useQuery(meQuery)
  const [error, setError] = useState<Failure | null>(null)
  const [channel] = useState(() => createSessionChannel(queryClient))

  // Before the effects of a screen, which may announce an event: children's effects run first.
  useLayoutEffect(() => channel.open(), [channel])
  useEffect(() => {
    if (data !== undefined || isError) channel.update(data ?? null)
  }, [channel, data, isError])
  useRefreshBeforeExpiry(queryClient, data?.expiresAt)

  const actions = useMemo(() => actionsOf(channel, setError), [channel])
  const user = data?.user
  const expiresAt = data?.expiresAt
  const session = useMemo<Session>(
    () => ({ user, expiresAt, loading: isPending, error, ...actions }),
    [user, expiresAt, isPending, error, actions],
  )
  // The first session changes most of the screen: a transition keeps typing responsive.
  const deferred = useDeferredValue(session)
  const shown = deferred.loading ? deferred : session
  return <SessionContext value={shown}>{children}</SessionContext>
}

function actionsOf(channel: ReturnType<typeof createSessionChannel>, setError: (error: Failure | null) => void) {
  const attempt = createAttempt(setError)
  return {
    attempt,
    refresh: channel.refresh,
    announce: channel.announce,
    listen: channel.listen,
    forget: channel.forget,
    async signOut() {
      const result = await attempt(() => signOutWithRetry(signOut))
      if (!result.error) channel.end()
      return result
    },
  }
}

/** Emits session events (specification, section 4) after requests of this tab and events of other tabs. */
function createSessionChannel(queryClient: QueryClient) {
  const listeners = new Set<(event: SessionEvent) => void>()
  let known: KnownSession
  /** Requests in progress that emit their own event. */
  let refreshes = 0
  let tabs: BroadcastChannel | undefined

  function emit(event: SessionEvent) {
    for (const listener of listeners) listener(event)
    // For code outside React, such as a browser extension.
    window.dispatchEvent(new CustomEvent('readback:session', { detail: event }))
  }
  function setKnown(session: NonNullable<KnownSession> | null) {
    const isOtherUser = known && session && known.user.id !== session.user.id
    known = session
    if (isOtherUser) void queryClient.resetQueries({ predicate: isUserData })
  }
  function forget() {
    const wasSignedIn = Boolean(known)
    setKnown(null)
    forgetSession(queryClient)
    if (wasSignedIn) emit('SIGNED_OUT')
  }
  /** Refetches the session and emits `event`. False for a visitor. */
  async function refetch(event: SessionEvent): Promise<boolean> {
    refreshes += 1
    await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
    refreshes -= 1
    const session = queryClient.getQueryData(meQuery.queryKey) ?? null
    if (!session) {
      forget()
      return false
    }
    setKnown(session)
    emit(event)
    return true
  }
  function receive(event: SessionEvent) {
    if (event === 'SIGNED_OUT') return forget()
    // The link of the mail changes no session.
    if (event === 'PASSWORD_RECOVERY') return emit(event)
    void refetch(event)
  }

  return {
    forget,
    update(session: NonNullable<KnownSession> | null) {
      if (refreshes > 0) return
      const event = sessionEvent(known, session)
      setKnown(session)
      if (event) emit(event)
    },
    async refresh(event: SessionEvent): Promise<boolean> {
      const isSignedIn = await refetch(event)
      tabs?.postMessage(event)
      return isSignedIn
    },
    announce(event: 'PASSWORD_RECOVERY') {
      emit(event)
      tabs?.postMessage(event)
    },
    end() {
      forget()
      tabs?.postMessage('SIGNED_OUT')
    },
    listen(listener: (event: SessionEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open() {
      tabs = new BroadcastChannel('readback-session')
      tabs.onmessage = ({ data }: MessageEvent<SessionEvent>) => receive(data)
      return () => tabs?.close()
    },
  }
}

/** Requesting the session extends it. */
function useRefreshBeforeExpiry(queryClient: QueryClient, expiresAt: string | undefined) {
  const [refreshCount, setRefreshCount] = useState(0)
  const refresh = useEffectEvent(async () => {
    await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
    setRefreshCount((count) => count + 1)
  })
  useEffect(() => {
    if (!expiresAt) return
    const timer = setTimeout(() => void refresh(), refreshAfterMs(expiresAt, Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt, refreshCount])
}
