import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil, IconRefresh } from '@tabler/icons-react'
import { t } from '#web/languages/t.ts'
import classes from './message-actions.module.css'

type MessageActionsProps = {
  /** What Copy puts on the clipboard. */
  text?: string
  onRegenerate?: (() => void) | undefined
  onEdit?: (() => void) | undefined
}

/** What can be done with a message that stands there. */
export function MessageActions({ text, onRegenerate, onEdit }: MessageActionsProps) {
  const look = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <div className={classes.actions}>
      {text !== undefined && (
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <ActionIcon {...look} aria-label={copied ? t('Copied') : t('Copy')} onClick={copy}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            </ActionIcon>
          )}
        </CopyButton>
      )}
      {onRegenerate && (
        <ActionIcon {...look} aria-label={t('Regenerate')} onClick={onRegenerate}>
          <IconRefresh size={15} />
        </ActionIcon>
      )}
      {onEdit && (
        <ActionIcon {...look} aria-label={t('Edit and resend')} onClick={onEdit}>
          <IconPencil size={15} />
        </ActionIcon>
      )}
    </div>
  )
}
