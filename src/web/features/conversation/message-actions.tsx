import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil, IconRefresh } from '@tabler/icons-react'
import { t } from '#web/messages/t.ts'
import classes from './message-actions.module.css'

type MessageActionsProps = {
  /** Copied to the clipboard. */
  text?: string
  onRegenerate?: (() => void) | undefined
  onEdit?: (() => void) | undefined
}

export function MessageActions({ text, onRegenerate, onEdit }: MessageActionsProps) {
  const iconProps = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <div className={classes.actions}>
      {text !== undefined && (
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <ActionIcon {...iconProps} aria-label={copied ? t('common.copied') : t('common.copy')} onClick={copy}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            </ActionIcon>
          )}
        </CopyButton>
      )}
      {onRegenerate && (
        <ActionIcon {...iconProps} aria-label={t('assistant.regenerate')} onClick={onRegenerate}>
          <IconRefresh size={15} />
        </ActionIcon>
      )}
      {onEdit && (
        <ActionIcon {...iconProps} aria-label={t('assistant.editAndResend')} onClick={onEdit}>
          <IconPencil size={15} />
        </ActionIcon>
      )}
    </div>
  )
}
