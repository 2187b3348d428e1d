import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import { CreateNew } from '#web/features/chat-list/create-new.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { notebookQuery } from '#web/queries/notebooks.ts'
import { failureWords } from '#web/request.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function NotebookScreen() {
  return (
    <Screen title="Notebook">
      <SignedIn>
        <NotebookChats />
      </SignedIn>
    </Screen>
  )
}

function NotebookChats() {
  const { id } = useParams({ from: '/notebooks/$id' })
  const { data: notebook, error, refetch } = useQuery(notebookQuery(id))
  if (error && !notebook) {
    return <FailedFace level={1} title={failureWords(error, 'notebook.not-found')} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Anchor renderRoot={(props) => <Link to="/chats" {...props} />} size="sm">
        My Chats
      </Anchor>
      <div className={classes.bar}>
        <div className={classes.title}>
          <Title order={1} fz="2rem">
            {notebook?.title ?? 'Notebook'}
          </Title>
          <Text c="dimmed">{notebook?.description ?? '\u00a0'}</Text>
        </div>
        <CreateNew />
      </div>
      {!notebook && <ChatCardsSkeleton arrangement="grid" />}
      {notebook?.chats.length === 0 && <NoChats />}
      {notebook && notebook.chats.length > 0 && <ChatCards chats={notebook.chats} arrangement="grid" />}
    </>
  )
}
