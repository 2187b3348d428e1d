import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiKey } from '#shared/api-keys.ts'
import { rich, t } from '#web/languages/t.ts'
import { useRevokeApiKey } from '#web/queries/api-keys.ts'
import { failureWords } from '#web/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './key-list.module.css'

type KeyListProps = { keys: ApiKey[]; onRevoked: (id: string) => void }

/** The keys that hold, each with the way to end it. */
export function KeyList({ keys, onRevoked }: KeyListProps) {
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const [open, setOpen] = useState(false)
  const revoking = useRevokeApiKey()
  const revoke = () => {
    if (!asked) return
    revoking.mutate(asked.id, { onSuccess: () => onRevoked(asked.id), onSettled: () => setOpen(false) })
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('Your API keys')}>
        {keys.map((key) => (
          <li key={key.id} className={classes.item}>
            <div>
              <p className={classes.name}>{key.name}</p>
              <p className={classes.facts}>
                <code>{key.prefix}…</code> · {key.scopes.join(', ')} ·{' '}
                {rich('made {time}', { time: <RelativeTime iso={key.created_at} /> })} ·{' '}
                {key.last_used_at
                  ? rich('last used {time}', { time: <RelativeTime iso={key.last_used_at} /> })
                  : t('never used')}
              </p>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Revoke {name}', { name: key.name })}
              onClick={() => {
                setAsked(key)
                setOpen(true)
              }}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {revoking.error && <Notice tone="danger">{failureWords(revoking.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={open}
        title={t('Revoke API key')}
        message={t('Whatever uses “{name}” stops working at once. This cannot be undone.', { name: asked?.name ?? '' })}
        confirmLabel={t('Revoke key')}
        type="danger"
        busy={revoking.isPending}
        onConfirm={revoke}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}
