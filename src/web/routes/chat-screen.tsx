import { Anchor, Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { SavedChat } from '#shared/chats.ts'
import { ChatBox } from '#web/features/chat/chat-box.tsx'
import { EditableTitle } from '#web/features/chat/editable-title.tsx'
import { suggestQuestions } from '#web/features/chat/suggest-questions.ts'
import { useSavedConversation } from '#web/features/chat/use-saved-conversation.ts'
import { Sources } from '#web/features/pages/sources.tsx'
import { useReading } from '#web/features/pages/use-reading.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { chatQuery, useRenameChat } from '#web/queries/chats.ts'
import { Failure } from '#web/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panes } from '#web/ui/panes.tsx'
import type { PaneName } from '#web/ui/panes.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './chat-screen.module.css'
import { ChatTools } from './chat-tools.tsx'
import { SignedIn } from './signed-in.tsx'
import { useReadOffers } from './use-read-offers.ts'

const PageReader = lazy(() =>
  import('#web/features/pages/page-reader.tsx').then((module) => ({ default: module.PageReader })),
)

export function ChatScreen() {
  const { id } = useParams({ from: '/chats/$id' })
  return (
    <SignedIn>
      <LoadedChat key={id} id={id} />
    </SignedIn>
  )
}

function LoadedChat({ id }: { id: string }) {
  const { data: chat, error, refetch } = useQuery(chatQuery(id))
  if (chat) return <ChatDetail chat={chat} />
  return (
    <Screen title={t('Chat')} width="full">
      {error ? (
        <FailedChat {...(!isGone(error) && { onRetry: () => void refetch() })} />
      ) : (
        <>
          <VisuallyHidden component="h1">{t('Chat')}</VisuallyHidden>
          <ChatSkeleton />
        </>
      )}
    </Screen>
  )
}

/** The shape of what is coming: title, sources, chat. */
function ChatSkeleton() {
  return (
    <div role="status" aria-label={t('Loading the chat')}>
      <div className={classes.bar}>
        <Skeleton height={36} maw="22rem" />
      </div>
      <div className={classes.loading}>
        <Skeleton height={280} radius={10} />
        <Skeleton height={600} radius={10} />
      </div>
    </div>
  )
}

const isGone = (error: Error) => error instanceof Failure && error.status === 404

/** What is not there, or is somebody else's, is not there the next time either. */
function FailedChat({ onRetry }: { onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={errorWords('chat.not-found')}
        action={
          <Group justify="center">
            {onRetry && <Button onClick={onRetry}>{t('Try Again')}</Button>}
            <Anchor renderRoot={(props) => <Link to="/chats" {...props} />}>{t('Return to Chats')}</Anchor>
          </Group>
        }
      />
    </div>
  )
}

function ChatDetail({ chat }: { chat: SavedChat }) {
  const conversation = useSavedConversation(chat)
  const rename = useRenameChat(chat.id)
  const { reading, readPage, readCitation, close } = useReading()
  const readOffers = useReadOffers(chat.id)
  const [shown, setShown] = useState<PaneName>('chat')
  return (
    <Screen title={chat.title} width="full">
      <div className={classes.bar}>
        <Anchor
          renderRoot={(props) => <Link to="/notebooks/$id" params={{ id: chat.notebook_id }} {...props} />}
          size="sm"
          className={classes.back}
        >
          <IconArrowLeft size={14} aria-hidden /> {t('Back')}
        </Anchor>
        <EditableTitle title={chat.title} onRename={(title) => rename.mutateAsync(title)} />
        <Button
          variant="light"
          leftSection={<IconPlus size={16} />}
          renderRoot={(props) => <Link to="/chats/$id/crawl" params={{ id: chat.id }} {...props} />}
        >
          {t('Add Pages')}
        </Button>
        <ChatTools chat={chat} />
      </div>
      <Panes
        pagesLabel={t('Sources ({n, number})', { n: chat.selected_pages.length })}
        shown={shown}
        onShow={setShown}
        onCloseReader={close}
        pages={<Sources pages={chat.selected_pages} defaultOpened onRead={readPage} />}
        chat={
          <ChatBox
            conversation={conversation}
            onCite={readCitation}
            readOffers={readOffers}
            suggestions={suggestQuestions(chat.selected_pages)}
          />
        }
        reader={
          reading && (
            <Suspense>
              <PageReader reading={reading} onClose={close} />
            </Suspense>
          )
        }
      />
    </Screen>
  )
}
