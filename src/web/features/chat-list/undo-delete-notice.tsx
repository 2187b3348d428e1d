import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { UNDO_DELETE_SECONDS, UNDO_SHOWN_SECONDS } from '#shared/chat/chat-limits.ts'
import { t } from '#web/messages/t.ts'
import { type DeletedChat, useRestoreChats } from '#web/queries/chats.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './undo-delete-notice.module.css'

/**
 * Offers to restore deleted chats. Focuses its button, because the focused card is gone, unless the user has gone on: a
 * menu that is open would close. Stays while the pointer is over it or it has the focus of the keyboard, as long as the
 * server can restore the last one. Another deleted chat starts the time again.
 */
export function UndoDeleteNotice({ chats, onExpire }: { chats: readonly DeletedChat[]; onExpire: () => void }) {
  const restoreChats = useRestoreChats()
  const last = chats.at(-1)
  const expire = useEffectEvent(onExpire)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const deletedAt = Date.now()
    const button = undoButton.current
    const notice = button?.parentElement
    if (!document.activeElement?.closest('[role="menu"], [aria-expanded="true"]')) button?.focus()
    const timer = setInterval(() => {
      const isInUse = notice?.matches(':hover, :has(:focus-visible)')
      if (isInUse && Date.now() - deletedAt < UNDO_DELETE_SECONDS * 1000) return
      if (notice?.contains(document.activeElement)) focusChats()
      expire()
    }, UNDO_SHOWN_SECONDS * 1000)
    return () => clearInterval(timer)
  }, [last?.id])
  async function restore() {
    await restoreChats.mutateAsync(chats)
    focusChats(last?.id)
  }
  return (
    <Notice
      className={classes.undo}
      action={
        <Button
          ref={undoButton}
          variant="subtle"
          size="compact-sm"
          loading={restoreChats.isPending}
          // The notice shows the error.
          onClick={() => void restore().catch(() => {})}
        >
          {t('chats.undo')}
        </Button>
      }
    >
      {restoreChats.isError && t('chats.restoreFailed', { n: chats.length })}
      {!restoreChats.isError &&
        (chats.length > 1
          ? t('chats.severalDeleted', { n: chats.length })
          : t('chats.deleted', { title: last?.title ?? '' }))}
    </Notice>
  )
}

/** Says for as long where a chat went: it may not be on the screen any more. */
export function MovedNotice({ words, onExpire }: { words: string; onExpire: () => void }) {
  const expire = useEffectEvent(onExpire)
  useEffect(() => {
    const timer = setTimeout(() => expire(), UNDO_SHOWN_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return <Notice className={classes.undo}>{words}</Notice>
}

/**
 * Focuses the screen, because the focus is lost with the button, and the card of the chat `id` as soon as it is shown.
 */
function focusChats(id?: string) {
  const main = document.querySelector('main')
  const focusCard = () => {
    const card = document.querySelector<HTMLElement>(`main a[href="/chats/${id}"]`)
    card?.focus()
    return card !== null
  }
  if (id !== undefined && focusCard()) return
  main?.focus({ preventScroll: true })
  if (id === undefined || !main) return
  const observer = new MutationObserver(() => {
    const hasMovedOn = document.activeElement !== main
    if (hasMovedOn || focusCard()) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
}
