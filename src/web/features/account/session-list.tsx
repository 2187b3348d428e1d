import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SignedInSession } from '#shared/account.ts'
import { rich, t } from '#web/languages/t.ts'
import { sessionsQuery, useEndSession } from '#web/queries/account.ts'
import { failureWords } from '#web/request.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AccountSection } from './account-section.tsx'
import { describeBrowser } from './describe-browser.ts'
import classes from './session-list.module.css'

export function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const ending = useEndSession()
  return (
    <AccountSection title={t('Sessions')} hint={t('Where you are signed in.')}>
      {isError && !sessions && <FailedFace title={t('Your sessions could not be loaded.')} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Skeleton height={64} aria-label={t('Loading your sessions')} role="status" />}
      {sessions && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} busy={ending.isPending} onEnd={ending.mutate} />
          ))}
        </ul>
      )}
      {ending.error && <Notice tone="danger">{failureWords(ending.error, 'server.unexpected')}</Notice>}
      {sessions && sessions.length > 1 && (
        <Button variant="default" onClick={() => ending.mutate('others')} loading={ending.isPending}>
          {t('End all other sessions')}
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
          {session.current ? (
            t('this session')
          ) : (
            rich('last seen {time}', { time: <RelativeTime iso={session.updated_at} /> })
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('End the session of {name}', { name })}
          disabled={busy}
          onClick={() => onEnd(session.id)}
        >
          {t('End')}
        </Button>
      )}
    </li>
  )
}
