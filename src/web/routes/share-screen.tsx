import { Anchor, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Citation } from '#shared/chats.ts'
import type { SharedChat, SharedCitation } from '#shared/shares.ts'
import { Message } from '#web/features/chat/message.tsx'
import { CitedQuote } from '#web/features/share/cited-quote.tsx'
import { sharedMessages } from '#web/features/share/shared-messages.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { rich, t } from '#web/languages/t.ts'
import { sharedChatQuery } from '#web/queries/shares.ts'
import { Failure } from '#web/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import panel from '#web/ui/panel.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './share-screen.module.css'

/** A chat that its owner shared, for whoever holds the link: to read, signed in or not. */
export function ShareScreen() {
  const { token } = useParams({ from: '/share/$token' })
  const { data: chat, error, refetch } = useQuery(sharedChatQuery(token))
  if (chat) return <SharedConversation chat={chat} />
  return (
    <Screen title={t('Shared chat')}>
      {!error && (
        <>
          <VisuallyHidden component="h1">{t('Shared chat')}</VisuallyHidden>
          <Skeleton height={480} radius={10} aria-label={t('Loading the chat')} role="status" />
        </>
      )}
      {error && isOver(error) && (
        <EmptyState
          level={1}
          title={errorWords('share.not-found')}
          action={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t('Go to the main screen')}</Anchor>}
        >
          {t('Whoever shared it may have revoked the link, or the address is not complete.')}
        </EmptyState>
      )}
      {error && !isOver(error) && <FailedFace level={1} title={errorWords('chat.not-found')} onRetry={() => void refetch()} />}
    </Screen>
  )
}

const isOver = (error: Error) => error instanceof Failure && error.status === 404

function SharedConversation({ chat }: { chat: SharedChat }) {
  const { shown, citedBy } = useMemo(() => sharedMessages(chat), [chat])
  const [cited, setCited] = useState<SharedCitation | null>(null)
  const open = useMemo(() => (citation: Citation) => setCited(citedBy(citation) ?? null), [citedBy])
  return (
    <Screen title={chat.title}>
      <h1 className={classes.title}>{chat.title}</h1>
      <p className={classes.facts}>
        {rich('Shared to read · last changed {time}', { time: <RelativeTime iso={chat.updated_at} /> })}
      </p>
      <section className={`${panel.panel} ${classes.messages}`} aria-label={t('Messages')}>
        {shown.length === 0 && <p className={classes.note}>{t('No messages yet')}</p>}
        {shown.map((message, place) => (
          <div key={place} className={classes.message}>
            <Message message={message} onCite={open} place={place} />
            {chat.messages[place]?.stopped && <p className={classes.note}>{t('This answer was stopped before its end.')}</p>}
          </div>
        ))}
      </section>
      {cited && <CitedQuote citation={cited} onClose={() => setCited(null)} />}
    </Screen>
  )
}
