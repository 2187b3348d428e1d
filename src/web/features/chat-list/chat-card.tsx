import { IconDots, IconNotebook, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChatCard as Card } from '#shared/chat/chats.ts'
import { rich, t } from '#web/messages/t.ts'
import { withoutOpening } from '#web/messages/translate-opening.ts'
import { type Choice, ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { plainText } from '#shared/chat/plain-text.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import lines from '#web/ui/two-lines.module.css'
import classes from './chat-card.module.css'

type ChatCardProps = {
  chat: Card
  /** The title of its notebook, if it is to be shown. */
  notebook?: string | undefined
  choices: Choice[]
}

/** One chat of the list. The title's link covers the whole card. */
export function ChatCard({ chat, notebook, choices }: ChatCardProps) {
  return (
    <li className={classes.card}>
      <h2 className={`${classes.title} ${lines.twoLines}`}>
        {chat.pinned && <IconPin size={16} role="img" aria-label={t('chats.pinned')} className={classes.pin} />}
        <Link to="/chats/$id" params={{ id: chat.id }} title={chat.title} className={classes.link}>
          {chat.title}
        </Link>
      </h2>
      <p className={`${classes.last} ${lines.twoLines}`}>
        {chat.lastMessage === null ? t('chats.noMessages') : plainText(withoutOpening(chat.lastMessage))}
      </p>
      <p className={classes.facts}>
        {notebook && (
          <span className={classes.notebook}>
            <IconNotebook size={14} role="img" aria-label={t('chats.notebook')} /> {notebook}
          </span>
        )}
        <span>{rich('chats.updated', { time: <RelativeTime iso={chat.updated_at} /> })}</span>
        <span>{t('common.messageCount', { n: chat.messageCount })}</span>
        <span>{t('chats.selectedPageCount', { n: chat.selectedPagesCount })}</span>
        {chat.crawledPagesCount > 0 && <span>{t('chats.crawledPageCount', { n: chat.crawledPagesCount })}</span>}
      </p>
      <div className={classes.menu}>
        <ChoiceMenu
          label={t('chats.actionsFor', { title: chat.title })}
          icon={<IconDots size={16} />}
          opens="below"
          choices={choices}
        />
      </div>
    </li>
  )
}
