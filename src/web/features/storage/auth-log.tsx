import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUTH_LOG_LIMIT, AuthEvent, type AuthLogEntry } from '#shared/document-storage.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { authLogQuery } from '#web/queries/storage.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { TextKey } from '#web/messages/text.ts'
import panel from '#web/ui/panel.module.css'
import classes from './auth-log.module.css'

type Filter = AuthEvent | 'failures' | ''

/** The redacted log of the document storage's OAuth requests; each entry opens its full record. */
export function AuthLog() {
  const [filter, setFilter] = useState<Filter>('')
  const [opened, setOpened] = useState<AuthLogEntry | null>(null)
  const event = AuthEvent.safeParse(filter).data
  const { data, isError, refetch } = useQuery(authLogQuery(event))
  const entries = filter === 'failures' ? data?.filter(hasFailed) : data
  const options = [
    { value: '', label: t('common.all') },
    { value: 'failures', label: t('storage.failures') },
    ...AuthEvent.options.map((value) => ({ value: String(value), label: eventText(value) })),
  ]
  return (
    <section className={`${panel.panel} ${classes.log}`} aria-labelledby="auth-log">
      <header className={classes.header}>
        <h2 id="auth-log" className={classes.title}>
          {t('storage.authLog')}
        </h2>
        <div className={classes.filter}>
          <NativeSelect
            aria-label={t('common.show')}
            value={filter}
            data={options}
            // The cast is safe: the options are the only values.
            onChange={({ currentTarget: { value } }) => setFilter(value as Filter)}
          />
          <span>{t('common.latestCount', { n: AUTH_LOG_LIMIT })}</span>
        </div>
      </header>
      {isError && !data && <ErrorState compact title={t('storage.authLogLoadFailed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={120} role="status" aria-label={t('storage.loadingAuthLog')} />}
      {entries?.length === 0 && (
        <EmptyState compact title={t('common.noEntries')}>
          {t('storage.authLogHint')}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onOpen={() => setOpened(entry)} />
          ))}
        </ul>
      )}
      <Dialog opened={opened !== null} onClose={() => setOpened(null)} title={t('common.entryDetails')} size="lg">
        {opened && <Detail entry={opened} />}
      </Dialog>
    </section>
  )
}

function Entry({ entry, onOpen }: { entry: AuthLogEntry; onOpen: () => void }) {
  const title = eventText(entry.event_type)
  const outcome = outcomeText(entry)
  return (
    <li className={classes.entry} data-failed={hasFailed(entry) || undefined}>
      <span>{title}</span>
      <span className={classes.outcome}>
        {outcome && `${outcome}, `}
        <RelativeTime iso={entry.timestamp} />
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('common.detailsOf', { what: title, when: dateAndTime(entry.timestamp) })}
        onClick={onOpen}
      >
        {t('common.details')}
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
          <dd>
            {typeof value === 'object' ? <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre> : String(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const eventKeys: Record<string, TextKey | undefined> = {
  authorisation_begun: 'storage.eventStarted',
  callback_refused: 'storage.eventCallbackRejected',
  token_exchange: 'storage.eventCodeExchanged',
  token_refresh: 'storage.eventTokenRenewed',
  token_revoked: 'storage.eventTokenRevoked',
}
/** An event unknown to this version is shown by its stored name. */
function eventText(event: string): string {
  const key = eventKeys[event]
  return key ? t(key) : event
}

/** The provider may respond 200 with an error in the body. */
function hasFailed({ error, response_status, response_data }: AuthLogEntry): boolean {
  return error !== null || (response_status ?? 0) >= 400 || Boolean(response_data?.['error'])
}

/** Our error, or the provider's status and error. */
function outcomeText({ error, response_status, response_data }: AuthLogEntry): string {
  if (error) return error
  const providerError = response_data?.['error']
  if (typeof providerError === 'string') return `${response_status} ${providerError}`
  return response_status === null ? '' : String(response_status)
}
