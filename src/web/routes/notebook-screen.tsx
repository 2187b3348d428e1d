import { Anchor, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditableTitle } from '#web/features/chat/editable-title.tsx'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import { CreateNew } from '#web/features/chat-list/create-new.tsx'
import { DeleteNotebook } from '#web/features/chat-list/delete-notebook.tsx'
import { MoreChats } from '#web/features/chat-list/more-chats.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { notebookQuery, useRenameNotebook } from '#web/queries/notebooks.ts'
import { Failure } from '#web/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function NotebookScreen() {
  return (
    <Screen title={t('Notebook')}>
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
    return <FailedFace level={1} title={t('The notebook could not be loaded.')} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Anchor renderRoot={(props) => <Link to="/chats" {...props} />} size="sm">
        <IconArrowLeft size={14} aria-hidden /> {t('My Chats')}
      </Anchor>
      <div className={classes.bar}>
        <div className={classes.title}>
          {notebook ? (
            <EditableTitle title={notebook.title} onRename={(title) => renaming.mutateAsync(title)} />
          ) : (
            <Title order={1} fz="1.625rem" className={classes.heading}>
              {t('Notebook')}
            </Title>
          )}
          <Text c="dimmed">{notebook?.description ?? '\u00a0'}</Text>
        </div>
        {notebook && !notebook.is_default && <DeleteNotebook notebook={notebook} />}
        <CreateNew />
      </div>
      {list.isError && !chats && (
        <FailedFace title={t('The chats could not be loaded.')} onRetry={() => void list.refetch()} />
      )}
      {!chats && !list.isError && <ChatCardsSkeleton arrangement="grid" />}
      {chats && <ChatCards chats={chats} arrangement="grid" empty={<NoChats />} />}
      <MoreChats more={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

/** Or somebody else's: it is not there the next time either. */
function NoSuchNotebook() {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={errorWords('notebook.not-found')}
        action={<Anchor renderRoot={(props) => <Link to="/chats" {...props} />}>{t('Return to Chats')}</Anchor>}
      />
    </div>
  )
}
