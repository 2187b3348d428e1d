import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChatCard as Card } from '#shared/chats.ts'
import { count } from '#web/ui/count.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './chat-card.module.css'

type ChatCardProps = { chat: Card; onDelete: (chat: Card) => void }

/** One chat of the list. The title is the link, and the whole card is its target. */
export function ChatCard({ chat, onDelete }: ChatCardProps) {
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>
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
      <ActionIcon
        className={classes.delete}
        variant="subtle"
        color="gray"
        aria-label={`Delete ${chat.title}`}
        onClick={() => onDelete(chat)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  )
}
