import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { SignedInSession } from '#shared/account.ts'
import { rich, t } from '#web/messages/t.ts'
import { sessionsQuery, useEndSession } from '#web/queries/account.ts'
import { failureText } from '#web/api/request.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AccountSection } from './account-section.tsx'
import { describeBrowser } from './describe-browser.ts'
import classes from './session-list.module.css'

export function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const endSession = useEndSession()
  const list = useRef<HTMLUListElement>(null)
  // The button that had the focus is gone with its session.
  const end = (id: string) => endSession.mutate(id, { onSettled: () => list.current?.focus() })
  return (
    <AccountSection title={t('account.sessions')} hint={t('account.sessionsHint')}>
      {isError && !sessions && <ErrorState title={t('account.sessionsFailed')} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Skeleton height={64} aria-label={t('account.sessionsLoading')} role="status" />}
      {sessions && (
        <ul ref={list} tabIndex={-1} aria-label={t('account.sessions')} className={classes.list}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} busy={endSession.isPending} onEnd={end} />
          ))}
        </ul>
      )}
      {endSession.error && <Notice tone="danger">{failureText(endSession.error, 'server.unexpected')}</Notice>}
      {sessions && sessions.length > 1 && (
        <Button variant="default" onClick={() => end('others')} loading={endSession.isPending}>
          {t('account.endOtherSessions')}
        </Button>
      )}
    </AccountSection>
  )
}

type SessionItemProps = { session: SignedInSession; busy: boolean; onEnd: (id: string) => void }

function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  const name = describeBrowser(session.user_agent)
  return (
    <li className={classes.item}>
      <div>
        <p>{name}</p>
        <p className={classes.facts}>
          {session.ip_address && `${session.ip_address} · `}
          {session.current
            ? t('account.thisSession')
            : rich('account.lastSeen', { time: <RelativeTime iso={session.updated_at} /> })}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('account.endSessionNamed', { name })}
          disabled={busy}
          onClick={() => onEnd(session.id)}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  )
}
