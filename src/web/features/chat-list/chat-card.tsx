import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChatCard as Card } from '#shared/chats.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { count } from '#web/ui/count.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './chat-card.module.css'

type Act = (chat: Card) => void
type ChatCardProps = { chat: Card; onMove: Act; onDelete: Act }

/** One chat of the list. The title is the link, and the whole card is its target. */
export function ChatCard({ chat, onMove, onDelete }: ChatCardProps) {
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
      <div className={classes.menu}>
        <ChoiceMenu
          label={`Actions for ${chat.title}`}
          icon={<IconDots size={16} />}
          opens="below"
          choices={[
            { words: 'Move to notebook…', onChoose: () => onMove(chat) },
            { words: 'Delete', onChoose: () => onDelete(chat) },
          ]}
        />
      </div>
    </li>
  )
}
