import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { ChatCard as Card } from '#shared/chats.ts'
import { useDeleteChat } from '#web/queries/chats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ChatCard } from './chat-card.tsx'
import classes from './chat-cards.module.css'
import { MoveChatDialog } from './move-chat-dialog.tsx'

export type Arrangement = 'grid' | 'list'

type ChatCardsProps = { chats: Card[]; arrangement: Arrangement }

/** Chats as a grid or a list, each with what can be done to it; deleting one asks first. */
export function ChatCards({ chats, arrangement }: ChatCardsProps) {
  const [doomed, setDoomed] = useState<Card | null>(null)
  const [moved, setMoved] = useState<Card | null>(null)
  const deleting = useDeleteChat()
  return (
    <>
      {deleting.isError && <Notice tone="danger">The chat could not be deleted. Please try again.</Notice>}
      <ul className={classes.cards} data-arrangement={arrangement}>
        {chats.map((chat) => (
          <ChatCard key={chat.id} chat={chat} onMove={setMoved} onDelete={setDoomed} />
        ))}
      </ul>
      {moved && <MoveChatDialog chat={moved} onClose={() => setMoved(null)} />}
      <ConfirmDialog
        opened={doomed !== null}
        title="Delete this chat?"
        message={`“${doomed?.title ?? ''}” and its messages are deleted for good.`}
        confirmLabel="Delete"
        type="danger"
        busy={deleting.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && deleting.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
      />
    </>
  )
}

/** The list's shape while it is being loaded. */
export function ChatCardsSkeleton({ arrangement }: { arrangement: Arrangement }) {
  return (
    <div className={classes.cards} data-arrangement={arrangement} role="status" aria-label="Loading chats">
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} height={arrangement === 'grid' ? 142 : 104} radius={10} />
      ))}
    </div>
  )
}
