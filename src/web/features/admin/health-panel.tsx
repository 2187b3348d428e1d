import { Skeleton, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Health } from '#shared/admin.ts'
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
        Health
      </Title>
      {failed && <Notice tone="danger">The server does not say how it is. What stands here may be old.</Notice>}
      {!health && !failed && <Skeleton height={120} role="status" aria-label="Loading the health" />}
      {health && <Findings health={health} />}
    </section>
  )
}

function Findings({ health: { database, queue } }: { health: Health }) {
  return (
    <>
      {!database.reachable && <Notice tone="danger">The database does not answer.</Notice>}
      <dl className={classes.findings}>
        <Finding name="Database">
          {database.kind === 'embedded' ? 'Embedded' : 'PostgreSQL'}, {database.reachable ? 'reachable' : 'not reachable'}
        </Finding>
        {database.latencyMs !== null && <Finding name="Latency">{database.latencyMs.toLocaleString()} ms</Finding>}
        {database.sizeBytes !== null && <Finding name="Size">{inBytes(database.sizeBytes)}</Finding>}
        {queue && (
          <>
            <Finding name="Jobs waiting">{queue.waiting.toLocaleString()}</Finding>
            <Finding name="Jobs active">{queue.active.toLocaleString()}</Finding>
            <Finding name="Jobs failed">{queue.failed.toLocaleString()}</Finding>
            <Finding name="Oldest waiting job">
              {queue.oldestWaitingSeconds === null ? 'none waits' : inTime(queue.oldestWaitingSeconds)}
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
