import { Skeleton, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Health } from '#shared/admin.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import classes from './health-panel.module.css'
import { formatBytes, formatDuration } from './format-units.ts'

type HealthPanelProps = { health: Health | undefined; failed: boolean }

/** Health of the database and the job queue. */
export function HealthPanel({ health, failed }: HealthPanelProps) {
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.section}`} aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('admin.health')}
      </Title>
      {/* After a failed refresh, the last known values stay visible. */}
      {failed && <Notice tone="danger">{t('admin.healthUnavailable')}</Notice>}
      {!health && !failed && <Skeleton height={120} role="status" aria-label={t('admin.loadingHealth')} />}
      {health && <HealthFacts health={health} />}
    </section>
  )
}

function HealthFacts({ health: { database, queue } }: { health: Health }) {
  const databaseName = database.kind === 'embedded' ? t('admin.databaseEmbedded') : 'PostgreSQL'
  const reachability = database.reachable ? t('admin.reachable') : t('admin.notReachable')
  return (
    <>
      {!database.reachable && <Notice tone="danger">{t('admin.databaseUnavailable')}</Notice>}
      <dl className={classes.facts}>
        <Fact name={t('admin.database')}>
          {databaseName}, {reachability}
        </Fact>
        {database.latencyMs !== null && (
          <Fact name={t('admin.latency')}>
            {formatNumber(database.latencyMs)}
            {'\u00a0'}ms
          </Fact>
        )}
        {database.sizeBytes !== null && <Fact name={t('admin.databaseSize')}>{formatBytes(database.sizeBytes)}</Fact>}
        {queue && (
          <>
            <Fact name={t('admin.jobsWaiting')}>{formatNumber(queue.waiting)}</Fact>
            <Fact name={t('admin.jobsActive')}>{formatNumber(queue.active)}</Fact>
            <Fact name={t('admin.jobsFailed')}>{formatNumber(queue.failed)}</Fact>
            <Fact name={t('admin.oldestJob')}>
              {queue.oldestWaitingSeconds === null
                ? t('admin.noQueuedJobs')
                : formatDuration(queue.oldestWaitingSeconds)}
            </Fact>
          </>
        )}
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
