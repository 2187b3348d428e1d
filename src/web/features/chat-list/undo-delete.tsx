import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { UNDO_DELETE_SECONDS } from '#shared/chats.ts'
import type { ChatCard } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { useRestoreChat } from '#web/queries/chats.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './undo-delete.module.css'

/**
 * Says that a chat was deleted and offers it back, for as long as the server can. The button takes the focus, which was
 * in the card that is gone: ten seconds are short for a search by Tab.
 */
export function UndoDelete({ chat, onOver }: { chat: ChatCard; onOver: () => void }) {
  const restoring = useRestoreChat()
  const over = useEffectEvent(onOver)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    undo.current?.focus()
    const timer = setTimeout(() => over(), UNDO_DELETE_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Notice
      className={classes.undo}
      action={
        <Button
          ref={undo}
          variant="subtle"
          size="compact-sm"
          loading={restoring.isPending}
          onClick={() => restoring.mutate(chat.id, { onSuccess: onOver })}
        >
          {t('Undo')}
        </Button>
      }
    >
      {restoring.isError
        ? t('It could not be brought back. Please try again.')
        : t('“{title}” was deleted.', { title: chat.title })}
    </Notice>
  )
}
