import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUTH_LOG_LIMIT, AuthEvent, type AuthLogEntry } from '#shared/document-storage.ts'
import { dateAndTime } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { authLogQuery } from '#web/queries/storage.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import panel from '#web/ui/panel.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { eventWords, hasFailed, outcomeOf } from './auth-events.ts'
import classes from './auth-log.module.css'

type Shown = AuthEvent | 'failures' | ''

/** What was said to the sign-in of the document storage, redacted; each entry opens with all that was written down. */
export function AuthLog() {
  const [shown, setShown] = useState<Shown>('')
  const [opened, setOpened] = useState<AuthLogEntry | null>(null)
  const event = AuthEvent.safeParse(shown).data
  const { data, isError, refetch } = useQuery(authLogQuery(event))
  const entries = shown === 'failures' ? data?.filter(hasFailed) : data
  return (
    <section className={`${panel.panel} ${classes.log}`} aria-labelledby="auth-log">
      <header className={classes.header}>
        <h2 id="auth-log" className={classes.title}>
          {t('Authentication log')}
        </h2>
        <label className={classes.filter}>
          <span>{t('Show')}</span>
          {/* The options are the only values there are. */}
          <select value={shown} onChange={({ currentTarget: { value } }) => setShown(value as Shown)}>
            <option value="">{t('Everything')}</option>
            <option value="failures">{t('Failures')}</option>
            {AuthEvent.options.map((option) => (
              <option key={option} value={option}>
                {eventWords(option)}
              </option>
            ))}
          </select>
          <span>{t('the newest {n, number}', { n: AUTH_LOG_LIMIT })}</span>
        </label>
      </header>
      {isError && !data && (
        <FailedFace compact title={t('The authentication log could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height={120} role="status" aria-label={t('Loading the authentication log')} />}
      {entries?.length === 0 && (
        <EmptyState compact title={t('Nothing was written down')}>
          {t("What is said to Zoho's sign-in appears here, without codes, tokens and secrets.")}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onOpen={() => setOpened(entry)} />
          ))}
        </ul>
      )}
      <Dialog opened={opened !== null} onClose={() => setOpened(null)} title={t('What was written down')} size="lg">
        {opened && <Detail entry={opened} />}
      </Dialog>
    </section>
  )
}

function Entry({ entry, onOpen }: { entry: AuthLogEntry; onOpen: () => void }) {
  const what = eventWords(entry.event_type)
  const outcome = outcomeOf(entry)
  return (
    <li className={classes.entry} data-failed={hasFailed(entry) || undefined}>
      <span>{what}</span>
      <span className={classes.outcome}>
        {outcome && `${outcome}, `}
        <RelativeTime iso={entry.timestamp} />
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('Details: {what}, {when}', { what, when: dateAndTime(entry.timestamp) })}
        onClick={onOpen}
      >
        {t('Details')}
      </Button>
    </li>
  )
}

function Detail({ entry }: { entry: AuthLogEntry }) {
  const facts = Object.entries(entry).filter(([name, value]) => name !== 'id' && value !== null)
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'object' ? <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre> : String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
