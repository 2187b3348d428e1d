import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { UNDO_DELETE_SECONDS } from '#shared/chat/chat-limits.ts'
import { t } from '#web/messages/t.ts'
import { useRestoreChat } from '#web/queries/chats.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './undo-delete-notice.module.css'

/**
 * Offers to restore a deleted chat while the server still can. Focuses its button: the focused card is gone, and ten
 * seconds are too short to find the button by Tab.
 */
export function UndoDeleteNotice({ chat, onExpire }: { chat: { id: string; title: string }; onExpire: () => void }) {
  const restoreChat = useRestoreChat()
  const expire = useEffectEvent(onExpire)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    undoButton.current?.focus()
    const timer = setTimeout(() => expire(), UNDO_DELETE_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Notice
      className={classes.undo}
      action={
        <Button
          ref={undoButton}
          variant="subtle"
          size="compact-sm"
          loading={restoreChat.isPending}
          onClick={() => restoreChat.mutate(chat.id, { onSuccess: onExpire })}
        >
          {t('chats.undo')}
        </Button>
      }
    >
      {restoreChat.isError ? t('chats.restoreFailed') : t('chats.deleted', { title: chat.title })}
    </Notice>
  )
}
