import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconCircle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { rich, t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import { storageStatusQuery, useDisconnectStorage } from '#web/queries/storage.ts'
import { failureWords } from '#web/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { connectionSteps, type StepState } from './connection-steps.ts'
import { useConnectionTest } from './use-connection-test.ts'
import classes from './connection-test.module.css'

/** Connects the document storage and shows that it works, step by step. `filled`: client ID and secret are stored. */
export function ConnectionTest({ filled }: { filled: boolean }) {
  const { test, start } = useConnectionTest()
  return (
    <div className={classes.test}>
      <div className={classes.row}>
        <Button variant="default" disabled={!filled || test?.busy} loading={test?.busy} onClick={() => void start()}>
          {t('Test connection')}
        </Button>
        <Standing />
      </div>
      {!filled && <p className={classes.hint}>{t('Save a client ID and a client secret first.')}</p>}
      {test && (
        <ol className={classes.steps} aria-label={t('Steps of the connection test')} aria-live="polite">
          {connectionSteps.map((name, step) => (
            <Step key={name} name={name} state={test.states[step] ?? 'pending'} />
          ))}
        </ol>
      )}
      {test?.failure && (
        <Notice
          tone="danger"
          action={
            test.fullPageUrl && (
              <Button component="a" href={test.fullPageUrl} size="compact-sm" variant="default">
                {t('Continue in this window')}
              </Button>
            )
          }
        >
          {test.failure}
        </Notice>
      )}
      {test?.states.every((state) => state === 'success') && (
        <Notice>{t('The connection works. Files can be saved to WorkDrive.')}</Notice>
      )}
    </div>
  )
}

/** Whether it is connected now, and a way to end that. */
function Standing() {
  const { data: status } = useQuery(storageStatusQuery)
  const [asking, setAsking] = useState(false)
  const leaving = useDisconnectStorage()
  if (!status) return null
  if (!status.connected) return <span className={classes.hint}>{t('Not connected.')}</span>
  return (
    <>
      <span className={classes.hint}>
        {status.updated_at
          ? rich('Connected, token renewed {time}.', { time: <RelativeTime iso={status.updated_at} /> })
          : t('Connected.')}
      </span>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        {t('Disconnect')}
      </Button>
      {leaving.error && <Notice tone="danger">{failureWords(leaving.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={asking}
        title={t('Disconnect WorkDrive?')}
        message={t('Nobody can save files there any more until it is connected again. Files that are there stay.')}
        confirmLabel={t('Disconnect')}
        type="danger"
        busy={leaving.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => leaving.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}

const icons: Record<StepState, typeof IconCircle> = {
  pending: IconCircle,
  running: IconLoader2,
  success: IconCircleCheck,
  error: IconAlertCircle,
}

function Step({ name, state }: { name: Text; state: StepState }) {
  const Icon = icons[state]
  return (
    <li className={classes.step} data-state={state}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <span>{t(name)}</span>
      <span className={classes.state}>{t(state)}</span>
    </li>
  )
}
