import { Skeleton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ChatCard as Card } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteChat, useDuplicateChat, usePinChat } from '#web/queries/chats.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ChatCard } from './chat-card.tsx'
import classes from './chat-cards.module.css'
import { MoveChatDialog } from './move-chat-dialog.tsx'
import { MovedNotice, UndoDeleteNotice } from './undo-delete-notice.tsx'

export type ChatLayout = 'grid' | 'list'

type ChatCardsProps = {
  chats: Card[]
  layout: ChatLayout
  /** Shown if there are no chats. */
  empty: ReactNode
}

/** Chats as a grid or a list, each with a menu. Deleting does not ask, because it can be undone. */
export function ChatCards({ chats, layout, empty }: ChatCardsProps) {
  const [chatToMove, setChatToMove] = useState<Card | null>(null)
  const [moved, setMoved] = useState('')
  const [deleted, setDeleted] = useState<Card | null>(null)
  const deleteChat = useDeleteChat()
  const pinChat = usePinChat()
  const duplicateChat = useDuplicateChat()
  const error = deleteChat.error ?? pinChat.error ?? duplicateChat.error
  const actionsOf = ({ pinned }: Card) => [
    {
      label: pinned ? t('chats.unpin') : t('chats.pin'),
      onSelect: ({ id }: Card) => pinChat.mutate({ id, pinned: !pinned }),
    },
    { label: t('chats.duplicate'), onSelect: ({ id }: Card) => duplicateChat.mutate(id) },
    { label: t('chats.moveMenuItem'), onSelect: setChatToMove },
    {
      label: t('common.delete'),
      onSelect: (chat: Card) => {
        setMoved('')
        deleteChat.mutate(chat.id, { onSuccess: () => setDeleted(chat) })
      },
    },
  ]
  return (
    <>
      {error && <Notice tone="danger">{failureText(error, 'server.unexpected')}</Notice>}
      {chats.length === 0 && empty}
      {chats.length > 0 && (
        <ul className={classes.cards} data-layout={layout}>
          {chats.map((chat) => (
            <ChatCard key={chat.id} chat={chat} actions={actionsOf(chat)} />
          ))}
        </ul>
      )}
      {chatToMove && (
        <MoveChatDialog
          chat={chatToMove}
          onClose={() => setChatToMove(null)}
          onMoved={(notebook) => {
            setMoved(t('chats.moved', { title: chatToMove.title, notebook: notebook.title }))
            setChatToMove(null)
          }}
        />
      )}
      {moved && !deleted && <MovedNotice key={moved} words={moved} onExpire={() => setMoved('')} />}
      {deleted && <UndoDeleteNotice key={deleted.id} chat={deleted} onExpire={() => setDeleted(null)} />}
    </>
  )
}

/** Without a connection, the chats load once it is back. */
export function ChatCardsSkeleton({ layout }: { layout: ChatLayout }) {
  const { online } = useNetwork()
  if (!online) return <Notice tone="warning">{t('common.offlineHint')}</Notice>
  return (
    <div className={classes.cards} data-layout={layout} role="status" aria-label={t('chats.loading')}>
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} height={layout === 'grid' ? 142 : 104} radius={10} />
      ))}
    </div>
  )
}
