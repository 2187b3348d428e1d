import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrangementToggle } from '#web/features/chat-list/arrangement-toggle.tsx'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import type { Arrangement } from '#web/features/chat-list/chat-cards.tsx'
import { chatsTitled } from '#web/features/chat-list/chat-search.ts'
import { CreateNew } from '#web/features/chat-list/create-new.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { NotebookLinks } from '#web/features/chat-list/notebook-links.tsx'
import { chatsQuery } from '#web/queries/chats.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { useStored } from '#web/ui/use-stored.ts'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function ChatsScreen() {
  return (
    <Screen title="My Chats">
      <SignedIn>
        <MyChats />
      </SignedIn>
    </Screen>
  )
}

const isArrangement = (stored: unknown): stored is Arrangement => stored === 'grid' || stored === 'list'

function MyChats() {
  const { q = '' } = useSearch({ from: '/chats' })
  const navigate = useNavigate()
  const { data: chats, isError, refetch } = useQuery(chatsQuery)
  const [arrangement, setArrangement] = useStored<Arrangement>('readback:arrangement', 'grid', isArrangement)
  const found = chatsTitled(chats ?? [], q)
  return (
    <>
      <div className={classes.bar}>
        <Title order={1} fz="2rem" className={classes.title}>
          My Chats
        </Title>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Search chats"
          placeholder="Search chats"
          leftSection={<IconSearch size={16} />}
          value={q}
          onChange={(event) =>
            void navigate({ to: '/chats', search: { q: event.currentTarget.value || undefined }, replace: true })
          }
        />
        <ArrangementToggle value={arrangement} onChange={setArrangement} />
        <CreateNew />
      </div>
      <NotebookLinks />
      {isError && !chats && <FailedFace title="Your chats could not be loaded." onRetry={() => void refetch()} />}
      {!chats && !isError && <ChatCardsSkeleton arrangement={arrangement} />}
      {chats?.length === 0 && <NoChats />}
      {chats && chats.length > 0 && found.length === 0 && (
        <EmptyState title={`No chat is titled “${q.trim()}”`}>Try fewer or other words.</EmptyState>
      )}
      {found.length > 0 && <ChatCards chats={found} arrangement={arrangement} />}
    </>
  )
}
