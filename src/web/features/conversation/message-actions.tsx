import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil, IconRefresh } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './message-actions.module.css'

type MessageActionsProps = {
  /** Copied to the clipboard. */
  text?: string
  onRegenerate?: (() => void) | undefined
  onEdit?: (() => void) | undefined
  editButton?: Ref<HTMLButtonElement>
  children?: ReactNode
}

export function MessageActions({ text, onRegenerate, onEdit, editButton, children }: MessageActionsProps) {
  return (
    <div className={classes.actions}>
      {text !== undefined && (
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Action label={copied ? t('common.copied') : t('common.copy')} onClick={copy}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            </Action>
          )}
        </CopyButton>
      )}
      {onRegenerate && (
        <Action label={t('assistant.regenerate')} onClick={onRegenerate}>
          <IconRefresh size={15} />
        </Action>
      )}
      {onEdit && (
        <Action label={t('assistant.editAndResend')} onClick={onEdit} button={editButton}>
          <IconPencil size={15} />
        </Action>
      )}
      {children}
    </div>
  )
}

type ActionProps = {
  label: string
  onClick: () => void
  button?: Ref<HTMLButtonElement> | undefined
  children: ReactNode
}

export function Action({ label, onClick, button, children }: ActionProps) {
  return (
    <ActionIcon ref={button} variant="subtle" color="gray" size={28} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}
