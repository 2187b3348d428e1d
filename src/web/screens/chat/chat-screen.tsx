import { Anchor, Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconFilePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { SavedChat } from '#shared/chat/chats.ts'
import { ChatBox } from '#web/features/conversation/chat-box.tsx'
import { EditableTitle } from '#web/features/conversation/editable-title.tsx'
import { useSavedConversation } from '#web/features/conversation/use-saved-conversation.ts'
import { Sources } from '#web/features/page-viewer/sources.tsx'
import { useOpenPage } from '#web/features/page-viewer/use-open-page.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { chatQuery, useRenameChat } from '#web/queries/chats.ts'
import { isNotFound } from '#web/api/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFirstInSlices } from '#web/ui/hooks/use-first-in-slices.ts'
import { Panes } from '#web/ui/panes.tsx'
import type { PaneName } from '#web/ui/panes.tsx'
import { ShortTitles } from '#web/ui/hooks/use-short-title.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './chat-screen.module.css'
import { ChatTools } from './chat-tools.tsx'
import { SignedIn } from '#web/screens/signed-in.tsx'
import { useCrawlSuggestions } from '#web/screens/crawl/use-crawl-suggestions.ts'

const PageViewer = lazy(() =>
  import('#web/features/page-viewer/page-viewer.tsx').then((module) => ({ default: module.PageViewer })),
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
  const { data, error, refetch } = useQuery(chatQuery(id))
  const chat = useFirstInSlices(data)
  if (chat) return <ChatDetail chat={chat} />
  return (
    <Screen title={t('common.chat')} width="frame">
      {error ? (
        <FailedChat {...(!isNotFound(error) && { onRetry: () => void refetch() })} />
      ) : (
        <>
          <VisuallyHidden component="h1">{t('common.chat')}</VisuallyHidden>
          <ChatSkeleton />
        </>
      )}
    </Screen>
  )
}

/** Loading state: title, sources, chat. */
function ChatSkeleton() {
  return (
    <div role="status" aria-label={t('chats.loadingOne')} className={classes.skeleton}>
      <div className={classes.bar}>
        <Skeleton height={36} maw="22rem" />
      </div>
      <div className={classes.loading}>
        <div>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
        <div>
          <Skeleton height={36} maw="16rem" ms="auto" />
          <Skeleton height={200} />
        </div>
      </div>
    </div>
  )
}

/** `onRetry` is undefined for a chat that does not exist. */
function FailedChat({ onRetry }: { onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={errorText('chat.not-found')}
        action={
          <Group justify="center">
            {onRetry && <Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
            <Anchor renderRoot={(props) => <Link to="/chats" {...props} />}>{t('chats.returnToChats')}</Anchor>
          </Group>
        }
      >
        {!onRetry && t('chats.missing')}
      </EmptyState>
    </div>
  )
}

function ChatDetail({ chat }: { chat: SavedChat }) {
  const conversation = useSavedConversation(chat)
  const rename = useRenameChat(chat.id)
  const { openPage, showPage, showCitation, close } = useOpenPage()
  const crawlSuggestions = useCrawlSuggestions(chat.id)
  const [activePane, setActivePane] = useState<PaneName>('chat')
  return (
    <Screen title={chat.title} width="frame">
      <ShortTitles pages={chat.crawled_pages}>
        <div className={classes.bar} data-collapses>
          <Anchor
            renderRoot={(props) => <Link to="/notebooks/$id" params={{ id: chat.notebook_id }} {...props} />}
            size="sm"
            className={classes.back}
          >
            <IconArrowLeft size={14} aria-hidden /> <span>{t('common.back')}</span>
          </Anchor>
          <EditableTitle
            label={t('assistant.chatTitle')}
            title={chat.title}
            onRename={(title) => rename.mutateAsync(title)}
          />
          <Button
            variant="light"
            className={classes.add}
            leftSection={<IconFilePlus size={16} />}
            renderRoot={(props) => <Link to="/chats/$id/crawl" params={{ id: chat.id }} {...props} />}
          >
            {t('chats.addPages')}
          </Button>
          <ChatTools chat={chat} />
        </div>
        <Panes
          pagesLabel={t('foundPages.sourcesTab', { n: chat.selected_pages.length })}
          active={activePane}
          onShow={setActivePane}
          onBack={activePane === 'pages' ? () => setActivePane('chat') : undefined}
          onCloseReader={close}
          pages={<Sources pages={chat.selected_pages} defaultOpened onOpenPage={showPage} />}
          chat={
            <ChatBox
              conversation={conversation}
              onCite={showCitation}
              crawlSuggestions={crawlSuggestions}
              notebookId={chat.notebook_id}
              pageIds={chat.selected_pages.map((page) => page.id)}
            />
          }
          reader={
            openPage && (
              <Suspense>
                <PageViewer openPage={openPage} onClose={close} />
              </Suspense>
            )
          }
        />
      </ShortTitles>
    </Screen>
  )
}
