import { Skeleton, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Health } from '#shared/admin.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import classes from './health-panel.module.css'
import { inBytes, inTime } from './measures.ts'

type HealthPanelProps = { health: Health | undefined; failed: boolean }

/** Whether database and queue are well, asked again every few seconds. */
export function HealthPanel({ health, failed }: HealthPanelProps) {
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.section}`} aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('Health')}
      </Title>
      {failed && <Notice tone="danger">{t('The server does not say how it is. What stands here may be old.')}</Notice>}
      {!health && !failed && <Skeleton height={120} role="status" aria-label={t('Loading the health')} />}
      {health && <Findings health={health} />}
    </section>
  )
}

function Findings({ health: { database, queue } }: { health: Health }) {
  return (
    <>
      {!database.reachable && <Notice tone="danger">{t('The database does not answer.')}</Notice>}
      <dl className={classes.findings}>
        <Finding name={t('Database')}>
          {database.kind === 'embedded' ? t('Embedded') : 'PostgreSQL'},{' '}
          {database.reachable ? t('reachable') : t('not reachable')}
        </Finding>
        {database.latencyMs !== null && <Finding name={t('Latency')}>{digits(database.latencyMs)} ms</Finding>}
        {database.sizeBytes !== null && <Finding name={t('Size')}>{inBytes(database.sizeBytes)}</Finding>}
        {queue && (
          <>
            <Finding name={t('Jobs waiting')}>{digits(queue.waiting)}</Finding>
            <Finding name={t('Jobs active')}>{digits(queue.active)}</Finding>
            <Finding name={t('Jobs failed')}>{digits(queue.failed)}</Finding>
            <Finding name={t('Oldest waiting job')}>
              {queue.oldestWaitingSeconds === null ? t('none waits') : inTime(queue.oldestWaitingSeconds)}
            </Finding>
          </>
        )}
      </dl>
    </>
  )
}

function Finding({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
