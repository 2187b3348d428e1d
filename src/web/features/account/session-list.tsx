import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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
  return (
    <AccountSection title={t('account.sessions')} hint={t('account.sessionsHint')}>
      {isError && !sessions && <ErrorState title={t('account.sessionsFailed')} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Skeleton height={64} aria-label={t('account.sessionsLoading')} role="status" />}
      {sessions && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} busy={endSession.isPending} onEnd={endSession.mutate} />
          ))}
        </ul>
      )}
      {endSession.error && <Notice tone="danger">{failureText(endSession.error, 'server.unexpected')}</Notice>}
      {sessions && sessions.length > 1 && (
        <Button variant="default" onClick={() => endSession.mutate('others')} loading={endSession.isPending}>
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
