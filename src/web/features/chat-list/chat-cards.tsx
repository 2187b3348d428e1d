import { Skeleton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { ChatCard as Card } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ChatCard } from './chat-card.tsx'
import classes from './chat-cards.module.css'
import { useChatMenu } from './use-chat-menu.tsx'

export type ChatLayout = 'grid' | 'list'

type ChatCardsProps = {
  chats: Card[]
  layout: ChatLayout
  /** Titles by id, to be shown on the cards. */
  notebooks?: ReadonlyMap<string, string>
  /** Shown if there are no chats. */
  empty: ReactNode
}

/** Chats as a grid or a list, each with a menu. */
export function ChatCards({ chats, layout, notebooks, empty }: ChatCardsProps) {
  const { choicesOf, dialogs } = useChatMenu()
  return (
    <>
      {dialogs}
      {chats.length === 0 && empty}
      {chats.length > 0 && (
        <ul className={classes.cards} data-layout={layout}>
          {chats.map((chat) => (
            <ChatCard key={chat.id} chat={chat} notebook={notebooks?.get(chat.notebook_id)} choices={choicesOf(chat)} />
          ))}
        </ul>
      )}
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
