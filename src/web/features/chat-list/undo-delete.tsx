import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { UNDO_DELETE_SECONDS } from '#shared/chats.ts'
import type { ChatCard } from '#shared/chats.ts'
import { useRestoreChat } from '#web/queries/chats.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './undo-delete.module.css'

/** Says that a chat was deleted and offers it back, for as long as the server can. */
export function UndoDelete({ chat, onOver }: { chat: ChatCard; onOver: () => void }) {
  const restoring = useRestoreChat()
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setTimeout(() => over(), UNDO_DELETE_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Notice
      className={classes.undo}
      action={
        <Button
          variant="subtle"
          size="compact-sm"
          loading={restoring.isPending}
          onClick={() => restoring.mutate(chat.id, { onSuccess: onOver })}
        >
          Undo
        </Button>
      }
    >
      {restoring.isError ? 'It could not be brought back. Please try again.' : `“${chat.title}” was deleted.`}
    </Notice>
  )
}
