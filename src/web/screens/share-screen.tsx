import { Anchor, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Citation } from '#shared/chat/chats.ts'
import type { SharedChat, SharedCitation } from '#shared/chat/shares.ts'
import { Message } from '#web/features/conversation/message.tsx'
import { CitedQuoteDialog } from '#web/features/share/cited-quote-dialog.tsx'
import { sharedMessages } from '#web/features/share/shared-messages.ts'
import { errorText } from '#web/messages/error-text.ts'
import { rich, t } from '#web/messages/t.ts'
import { sharedChatQuery } from '#web/queries/shares.ts'
import { isNotFound } from '#web/api/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ShortTitles } from '#web/ui/hooks/use-short-title.tsx'
import panel from '#web/ui/panel.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './share-screen.module.css'

/** A shared chat, read-only, for anyone with the link. */
export function ShareScreen() {
  const { token } = useParams({ from: '/share/$token' })
  const { data: chat, error, refetch } = useQuery(sharedChatQuery(token))
  if (chat) return <SharedConversation chat={chat} />
  return (
    <Screen title={t('share.sharedChat')}>
      {!error && (
        <>
          <VisuallyHidden component="h1">{t('share.sharedChat')}</VisuallyHidden>
          <Skeleton
            height={480}
            radius={10}
            className={classes.messages}
            aria-label={t('chats.loadingOne')}
            role="status"
          />
        </>
      )}
      {error && isNotFound(error) && (
        <EmptyState
          level={1}
          title={errorText('share.not-found')}
          action={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t('common.goHome')}</Anchor>}
        >
          {t('share.unavailableHint')}
        </EmptyState>
      )}
      {error && !isNotFound(error) && (
        <ErrorState level={1} title={errorText('chat.not-found')} onRetry={() => void refetch()} />
      )}
    </Screen>
  )
}

function SharedConversation({ chat }: { chat: SharedChat }) {
  const { messages, sourceOf } = useMemo(() => sharedMessages(chat), [chat])
  const [cited, setCited] = useState<SharedCitation | null>(null)
  const open = useMemo(() => (citation: Citation) => setCited(sourceOf(citation) ?? null), [sourceOf])
  const pages = messages.flatMap(({ citations = [], nearest = [] }) => [...citations, ...nearest])
  return (
    <Screen title={chat.title}>
      <h1 className={classes.title}>{chat.title}</h1>
      <p className={classes.facts}>{rich('share.readOnlyUpdated', { time: <RelativeTime iso={chat.updated_at} /> })}</p>
      <section className={`${panel.panel} ${classes.messages}`} aria-label={t('common.messages')}>
        {messages.length === 0 && <p className={classes.note}>{t('chats.noMessages')}</p>}
        <ShortTitles pages={pages}>
          {messages.map((message, index) => (
            <div key={index} className={classes.message}>
              <Message message={message} onCite={open} index={index} isShared />
              {chat.messages[index]?.stopped && <p className={classes.note}>{t('share.answerStopped')}</p>}
            </div>
          ))}
          {cited && <CitedQuoteDialog citation={cited} onClose={() => setCited(null)} />}
        </ShortTitles>
      </section>
    </Screen>
  )
}
