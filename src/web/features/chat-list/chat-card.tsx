import { IconDots, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChatCard as Card } from '#shared/chats.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { count } from '#web/ui/count.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './chat-card.module.css'

type ChatCardProps = { chat: Card; actions: { words: string; act: (chat: Card) => void }[] }

/** One chat of the list. The title is the link, and the whole card is its target. */
export function ChatCard({ chat, actions }: ChatCardProps) {
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>
        {chat.pinned && <IconPin size={16} role="img" aria-label="Pinned" className={classes.pin} />}
        <Link to="/chats/$id" params={{ id: chat.id }} className={classes.link}>
          {chat.title}
        </Link>
      </h2>
      <p className={classes.last}>{chat.lastMessage?.replace(/\s*\[\d+\]/g, '') ?? 'No messages yet'}</p>
      <p className={classes.facts}>
        <span>
          Updated <RelativeTime iso={chat.updated_at} />
        </span>
        <span>{count(chat.messageCount, 'message')}</span>
        <span>{count(chat.selectedPagesCount, 'selected page')}</span>
        {chat.crawledPagesCount > 0 && <span>{count(chat.crawledPagesCount, 'crawled page')}</span>}
      </p>
      <div className={classes.menu}>
        <ChoiceMenu
          label={`Actions for ${chat.title}`}
          icon={<IconDots size={16} />}
          opens="below"
          choices={actions.map(({ words, act }) => ({ words, onChoose: () => act(chat) }))}
        />
      </div>
    </li>
  )
}
