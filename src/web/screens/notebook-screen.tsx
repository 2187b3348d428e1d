import { Anchor, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditableTitle } from '#web/features/conversation/editable-title.tsx'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import { NewChatButton } from '#web/features/chat-list/new-chat-button.tsx'
import { DeleteNotebook } from '#web/features/chat-list/delete-notebook.tsx'
import { MoreChatsButton } from '#web/features/chat-list/more-chats-button.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { notebookQuery, useRenameNotebook } from '#web/queries/notebooks.ts'
import { Failure } from '#web/api/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function NotebookScreen() {
  return (
    <Screen title={t('chats.notebook')}>
      <SignedIn>
        <NotebookChats />
      </SignedIn>
    </Screen>
  )
}

function NotebookChats() {
  const { id } = useParams({ from: '/notebooks/$id' })
  const { data: notebook, error, refetch } = useQuery(notebookQuery(id))
  const list = useInfiniteQuery(chatListQuery({ notebookId: id }))
  const chats = list.data?.pages.flatMap((piece) => piece.chats)
  const renaming = useRenameNotebook(id)
  if (error && !notebook) {
    if (error instanceof Failure && error.status === 404) return <NoSuchNotebook />
    return <ErrorState level={1} title={t('chats.notebookLoadFailed')} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Anchor renderRoot={(props) => <Link to="/chats" {...props} />} size="sm">
        <IconArrowLeft size={14} aria-hidden /> {t('chats.myChats')}
      </Anchor>
      <div className={classes.bar}>
        <div className={classes.title}>
          {notebook ? (
            <EditableTitle title={notebook.title} onRename={(title) => renaming.mutateAsync(title)} />
          ) : (
            <Title order={1} fz="1.625rem" className={classes.heading}>
              {t('chats.notebook')}
            </Title>
          )}
          <Text c="dimmed">{notebook?.description ?? '\u00a0'}</Text>
        </div>
        {notebook && !notebook.is_default && <DeleteNotebook notebook={notebook} />}
        <NewChatButton />
      </div>
      {list.isError && !chats && (
        <ErrorState title={t('chats.notebookChatsFailed')} onRetry={() => void list.refetch()} />
      )}
      {!chats && !list.isError && <ChatCardsSkeleton layout="grid" />}
      {chats && <ChatCards chats={chats} layout="grid" empty={<NoChats />} />}
      <MoreChatsButton
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

/** Not found, or owned by someone else: retrying does not help. */
function NoSuchNotebook() {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={errorText('notebook.not-found')}
        action={<Anchor renderRoot={(props) => <Link to="/chats" {...props} />}>{t('chats.returnToChats')}</Anchor>}
      />
    </div>
  )
}
