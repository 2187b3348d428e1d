import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiKey } from '#shared/api-keys.ts'
import { rich, t } from '#web/messages/t.ts'
import { useRevokeApiKey } from '#web/queries/api-keys.ts'
import { failureText } from '#web/api/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './key-list.module.css'

type KeyListProps = { keys: ApiKey[]; onRevoked: (id: string) => void }

/** Active keys, each with a revoke button. */
export function KeyList({ keys, onRevoked }: KeyListProps) {
  /** Stays while the dialog closes, so that its text does not change. */
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const revokeKey = useRevokeApiKey()
  const revoke = () => {
    if (!keyToRevoke) return
    revokeKey.mutate(keyToRevoke.id, {
      onSuccess: () => onRevoked(keyToRevoke.id),
      // An error is shown below the list.
      onSettled: () => setIsConfirming(false),
    })
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('connect.yourKeys')}>
        {keys.map((key) => (
          <li key={key.id} className={classes.item}>
            <div>
              <p>{key.name}</p>
              <KeyFacts apiKey={key} />
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('connect.revokeNamed', { name: key.name })}
              onClick={() => {
                setKeyToRevoke(key)
                setIsConfirming(true)
              }}
            >
              {t('connect.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {revokeKey.error && <Notice tone="danger">{failureText(revokeKey.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={isConfirming}
        title={t('connect.revokeTitle')}
        message={t('connect.revokeWarning', { name: keyToRevoke?.name ?? '' })}
        confirmLabel={t('connect.revokeKey')}
        type="danger"
        busy={revokeKey.isPending}
        onConfirm={revoke}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  return (
    <p className={classes.facts}>
      <code>{apiKey.prefix}…</code> · {apiKey.scopes.join(', ')} ·{' '}
      {rich('connect.keyCreated', { time: <RelativeTime iso={apiKey.created_at} /> })} ·{' '}
      {apiKey.last_used_at
        ? rich('connect.keyLastUsed', { time: <RelativeTime iso={apiKey.last_used_at} /> })
        : t('connect.keyNeverUsed')}
    </p>
  )
}
