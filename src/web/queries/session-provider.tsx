import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { signOut } from '#web/api/auth-client.ts'
import type { Failure } from '#web/api/request.ts'
import { createAttempt } from './attempt.ts'
import { signOutWithRetry } from './sign-out.ts'
import { belongsToSomebody, forgetSession, meQuery, SessionContext } from './session.ts'
import type { Session } from './session.ts'
import { refreshAfterMs, sessionEvent } from './session-event.ts'
import type { KnownSession, SessionEvent } from './session-event.ts'

/** Provides the session to all screens and syncs it between tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data, isPending, isError } = useQuery(meQuery)
  const [error, setError] = useState<Failure | null>(null)
  const [line] = useState(() => createLine(queryClient))

  useEffect(() => line.open(), [line])
  useEffect(() => {
    if (data !== undefined || isError) line.settle(data ?? null)
  }, [line, data, isError])
  useRefreshBeforeExpiry(queryClient, data?.expiresAt)

  const actions = useMemo(() => actionsOf(line, setError), [line])
  const user = data?.user
  const expiresAt = data?.expiresAt
  const session = useMemo<Session>(
    () => ({ user, expiresAt, loading: isPending, error, ...actions }),
    [user, expiresAt, isPending, error, actions],
  )
  // The session changes most of the first screen: a transition keeps typing responsive.
  const first = useDeferredValue(session)
  return <SessionContext value={first.loading ? first : session}>{children}</SessionContext>
}

function actionsOf(line: ReturnType<typeof createLine>, setError: (error: Failure | null) => void) {
  const attempt = createAttempt(setError)
  return {
    attempt,
    refresh: line.refresh,
    tell: line.tell,
    listen: line.listen,
    forget: line.forget,
    async signOut() {
      const left = await attempt(() => signOutWithRetry(signOut))
      if (!left.error) line.end()
      return left
    },
  }
}

/** Derives session events (specification, section 4) from requests and from other tabs. */
function createLine(queryClient: QueryClient) {
  const listeners = new Set<(event: SessionEvent) => void>()
  let known: KnownSession
  /** True while a request of this tab emits its own event. */
  let asking = 0
  let tabs: BroadcastChannel | undefined

  function tell(event: SessionEvent) {
    for (const listener of listeners) listener(event)
    // For code outside React, such as a browser extension.
    window.dispatchEvent(new CustomEvent('readback:session', { detail: event }))
  }
  function become(session: NonNullable<KnownSession> | null) {
    const another = known && session && known.user.id !== session.user.id
    known = session
    if (another) void queryClient.resetQueries({ predicate: belongsToSomebody })
  }
  function forget() {
    const was = known
    become(null)
    forgetSession(queryClient)
    if (was) tell('SIGNED_OUT')
  }

  return {
    tell,
    forget,
    settle(session: NonNullable<KnownSession> | null) {
      if (asking > 0) return
      const event = sessionEvent(known, session)
      become(session)
      if (event) tell(event)
    },
    async refresh(event: SessionEvent): Promise<boolean> {
      asking += 1
      await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
      asking -= 1
      const session = queryClient.getQueryData(meQuery.queryKey) ?? null
      if (session) {
        become(session)
        tell(event)
      } else forget()
      tabs?.postMessage(event)
      return session !== null
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
      tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (data === 'SIGNED_OUT') forget()
        else void queryClient.refetchQueries({ queryKey: meQuery.queryKey })
      }
      return () => tabs?.close()
    },
  }
}

/** Requesting the session extends it. */
function useRefreshBeforeExpiry(queryClient: QueryClient, expiresAt: string | undefined) {
  const [asked, setAsked] = useState(0)
  const ask = useEffectEvent(async () => {
    await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
    setAsked(asked + 1)
  })
  useEffect(() => {
    if (!expiresAt) return
    const timer = setTimeout(() => void ask(), refreshAfterMs(expiresAt, Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt, asked])
}
