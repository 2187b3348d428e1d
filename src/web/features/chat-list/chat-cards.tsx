import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ChatCard as Card } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { useDeleteChat, useDuplicateChat, usePinChat } from '#web/queries/chats.ts'
import { failureWords } from '#web/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ChatCard } from './chat-card.tsx'
import classes from './chat-cards.module.css'
import { MoveChatDialog } from './move-chat-dialog.tsx'
import { UndoDelete } from './undo-delete.tsx'

export type Arrangement = 'grid' | 'list'

type ChatCardsProps = {
  chats: Card[]
  arrangement: Arrangement
  /** What stands in the place of no chats. */
  empty: ReactNode
}

/** Chats as a grid or a list, each with what can be done to it. Deleting one asks first, and can be undone. */
export function ChatCards({ chats, arrangement, empty }: ChatCardsProps) {
  const [doomed, setDoomed] = useState<Card | null>(null)
  const [moved, setMoved] = useState<Card | null>(null)
  const [deleted, setDeleted] = useState<Card | null>(null)
  const deleting = useDeleteChat()
  const pinning = usePinChat()
  const duplicating = useDuplicateChat()
  const failed = deleting.error ?? pinning.error ?? duplicating.error
  const actionsOf = ({ pinned }: Card) => [
    { words: pinned ? t('Unpin') : t('Pin'), act: ({ id }: Card) => pinning.mutate({ id, pinned: !pinned }) },
    { words: t('Duplicate'), act: ({ id }: Card) => duplicating.mutate(id) },
    { words: t('Move to notebook…'), act: setMoved },
    { words: t('Delete'), act: setDoomed },
  ]
  return (
    <>
      {failed && <Notice tone="danger">{failureWords(failed, 'server.unexpected')}</Notice>}
      {chats.length === 0 && empty}
      {chats.length > 0 && (
        <ul className={classes.cards} data-arrangement={arrangement}>
          {chats.map((chat) => (
            <ChatCard key={chat.id} chat={chat} actions={actionsOf(chat)} />
          ))}
        </ul>
      )}
      {moved && <MoveChatDialog chat={moved} onClose={() => setMoved(null)} />}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('Delete this chat?')}
        message={t('“{title}” and its messages are deleted. You can undo it for ten seconds.', { title: doomed?.title ?? '' })}
        confirmLabel={t('Delete')}
        type="danger"
        busy={deleting.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() =>
          doomed && deleting.mutate(doomed.id, { onSuccess: () => setDeleted(doomed), onSettled: () => setDoomed(null) })
        }
      />
      {deleted && <UndoDelete key={deleted.id} chat={deleted} onOver={() => setDeleted(null)} />}
    </>
  )
}

/** The list's shape while it is being loaded. */
export function ChatCardsSkeleton({ arrangement }: { arrangement: Arrangement }) {
  return (
    <div className={classes.cards} data-arrangement={arrangement} role="status" aria-label={t('Loading chats')}>
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} height={arrangement === 'grid' ? 142 : 104} radius={10} />
      ))}
    </div>
  )
}
