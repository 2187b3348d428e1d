import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconCircle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { StorageDraft } from '#shared/settings.ts'
import { rich, t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { storageStatusQuery, useDisconnectStorage } from '#web/queries/storage.ts'
import { failureText } from '#web/api/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { connectionSteps, type StepState } from './connection-steps.ts'
import { useConnectionTest } from './use-connection-test.ts'
import classes from './connection-test.module.css'

type ConnectionTestProps = {
  /** Client ID and secret are stored or typed. */
  hasClient: boolean
  /** What is typed and not stored. */
  draft: StorageDraft
  /** The draft has worked and is stored now. */
  onStored: () => void
}

/** Connects the document storage and tests the connection step by step, with what is typed or stored. */
export function ConnectionTest({ hasClient, draft, onStored }: ConnectionTestProps) {
  const { test, start } = useConnectionTest(draft, onStored)
  return (
    <div className={classes.test}>
      <div className={classes.row}>
        <Button variant="default" disabled={!hasClient || test?.busy} loading={test?.busy} onClick={() => void start()}>
          {t('storage.testConnection')}
        </Button>
        <ConnectionStatus />
      </div>
      {!hasClient && <p className={classes.hint}>{t('storage.testNeedsClient')}</p>}
      {hasClient && Object.keys(draft).length > 0 && <p className={classes.hint}>{t('storage.testSavesTyped')}</p>}
      {test && (
        <ol className={classes.steps} aria-label={t('storage.testSteps')} aria-live="polite">
          {connectionSteps.map((labelKey, step) => (
            <Step key={labelKey} labelKey={labelKey} state={test.states[step] ?? 'pending'} />
          ))}
        </ol>
      )}
      {test?.failure && (
        <Notice
          tone="danger"
          action={
            test.fullPageUrl && (
              <Button component="a" href={test.fullPageUrl} size="compact-sm" variant="default">
                {t('storage.continueHere')}
              </Button>
            )
          }
        >
          {test.failure}
        </Notice>
      )}
      {test?.states.every((state) => state === 'success') && <Notice>{t('storage.connectionWorks')}</Notice>}
    </div>
  )
}

function ConnectionStatus() {
  const { data: status } = useQuery(storageStatusQuery)
  const [isConfirming, setIsConfirming] = useState(false)
  const disconnect = useDisconnectStorage()
  if (!status) return null
  if (!status.connected) return <span className={classes.hint}>{t('storage.notConnected')}</span>
  return (
    <>
      <span className={classes.hint}>
        {status.updated_at
          ? rich('storage.connectedRenewed', { time: <RelativeTime iso={status.updated_at} /> })
          : t('storage.connected')}
      </span>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setIsConfirming(true)}>
        {t('storage.disconnect')}
      </Button>
      {disconnect.error && <Notice tone="danger">{failureText(disconnect.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={isConfirming}
        title={t('storage.disconnectTitle')}
        message={t('storage.disconnectWarning')}
        confirmLabel={t('storage.disconnect')}
        type="danger"
        busy={disconnect.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => disconnect.mutate(undefined, { onSettled: () => setIsConfirming(false) })}
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

function Step({ labelKey, state }: { labelKey: TextKey; state: StepState }) {
  const Icon = icons[state]
  return (
    <li className={classes.step} data-state={state}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <span>{t(labelKey)}</span>
      <span className={classes.state}>{t(stateKeys[state])}</span>
    </li>
  )
}

const stateKeys = {
  pending: 'storage.statePending',
  running: 'storage.stateRunning',
  success: 'storage.stateSuccess',
  error: 'storage.stateError',
} as const satisfies Record<StepState, TextKey>
