import { IconDots, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChatCard as Card } from '#shared/chats.ts'
import { rich, t } from '#web/languages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './chat-card.module.css'

type ChatCardProps = { chat: Card; actions: { words: string; act: (chat: Card) => void }[] }

/** One chat of the list. The title is the link, and the whole card is its target. */
export function ChatCard({ chat, actions }: ChatCardProps) {
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>
        {chat.pinned && <IconPin size={16} role="img" aria-label={t('Pinned')} className={classes.pin} />}
        <Link to="/chats/$id" params={{ id: chat.id }} className={classes.link}>
          {chat.title}
        </Link>
      </h2>
      <p className={classes.last}>{chat.lastMessage?.replace(/\s*\[\d+\]/g, '') ?? t('No messages yet')}</p>
      <p className={classes.facts}>
        <span>{rich('Updated {time}', { time: <RelativeTime iso={chat.updated_at} /> })}</span>
        <span>{t('{n, plural, one {# message} other {# messages}}', { n: chat.messageCount })}</span>
        <span>{t('{n, plural, one {# selected page} other {# selected pages}}', { n: chat.selectedPagesCount })}</span>
        {chat.crawledPagesCount > 0 && (
          <span>{t('{n, plural, one {# crawled page} other {# crawled pages}}', { n: chat.crawledPagesCount })}</span>
        )}
      </p>
      <div className={classes.menu}>
        <ChoiceMenu
          label={t('Actions for {title}', { title: chat.title })}
          icon={<IconDots size={16} />}
          opens="below"
          choices={actions.map(({ words, act }) => ({ words, onChoose: () => act(chat) }))}
        />
      </div>
    </li>
  )
}
