import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ChatSort, SearchIn, TITLE_MAX_LENGTH } from '#shared/chats.ts'
import { ArrangementToggle } from '#web/features/chat-list/arrangement-toggle.tsx'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import type { Arrangement } from '#web/features/chat-list/chat-cards.tsx'
import { chatsTitled } from '#web/features/chat-list/chat-search.ts'
import { CreateNew } from '#web/features/chat-list/create-new.tsx'
import { MoreChats } from '#web/features/chat-list/more-chats.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { NotebookLinks } from '#web/features/chat-list/notebook-links.tsx'
import { SearchHits } from '#web/features/chat-list/search-hits.tsx'
import { SortChoice } from '#web/features/chat-list/sort-choice.tsx'
import { t } from '#web/languages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { useStored } from '#web/ui/use-stored.ts'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function ChatsScreen() {
  return (
    <Screen title={t('My Chats')}>
      <SignedIn>
        <MyChats />
      </SignedIn>
    </Screen>
  )
}

const isArrangement = (stored: unknown): stored is Arrangement => stored === 'grid' || stored === 'list'
const isSort = (stored: unknown): stored is ChatSort => ChatSort.safeParse(stored).success

function MyChats() {
  const { q = '' } = useSearch({ from: '/chats' })
  const navigate = useNavigate()
  const search = useSearchField(q)
  const [sort, setSort] = useStored<ChatSort>('readback:sort', 'created', isSort)
  const [arrangement, setArrangement] = useStored<Arrangement>('readback:arrangement', 'grid', isArrangement)
  const list = useInfiniteQuery(chatListQuery({ title: q.trim(), sort }))
  const chats = list.data?.pages.flatMap((piece) => piece.chats)
  // At once among what is here, while the server looks at all of them.
  const found = chatsTitled(chats ?? [], q)
  const searched = q.trim() !== ''
  return (
    <>
      <div className={classes.bar}>
        <Title order={1} fz="2rem" className={classes.title}>
          {t('My Chats')}
        </Title>
        <TextInput
          ref={search}
          className={classes.search}
          type="search"
          aria-label={t('Search chats')}
          placeholder={t('Search chats')}
          leftSection={<IconSearch size={16} />}
          // The field keeps its own letters: the address follows them a moment later, and must not take one back.
          defaultValue={q}
          maxLength={TITLE_MAX_LENGTH}
          onChange={(event) =>
            void navigate({ to: '/chats', search: { q: event.currentTarget.value || undefined }, replace: true })
          }
        />
        <SortChoice value={sort} onChange={setSort} />
        <ArrangementToggle value={arrangement} onChange={setArrangement} />
        <CreateNew />
      </div>
      <NotebookLinks />
      {list.isError && !chats && (
        <FailedFace title={t('Your chats could not be loaded.')} onRetry={() => void list.refetch()} />
      )}
      {!chats && !list.isError && <ChatCardsSkeleton arrangement={arrangement} />}
      {chats && (
        <ChatCards
          chats={found}
          arrangement={arrangement}
          empty={searched ? !list.isPlaceholderData && <NoneTitled words={q.trim()} /> : <NoChats />}
        />
      )}
      <MoreChats more={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      {searched && SearchIn.options.map((where) => <SearchHits key={where} where={where} words={q.trim()} />)}
    </>
  )
}

/** Whoever came to search finds the focus there; words that came by the address stand in the field. */
function useSearchField(words: string) {
  const input = useRef<HTMLInputElement>(null)
  // Of the state alone: the address changes with every letter that is typed here.
  const asked = useLocation({ select: ({ state }) => state.searching && state.key })
  useEffect(() => {
    if (asked) input.current?.focus()
  }, [asked])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = words
  }, [words])
  return input
}

function NoneTitled({ words }: { words: string }) {
  return <EmptyState compact title={t('No chat is titled “{words}”', { words })}>{t('Try fewer or other words.')}</EmptyState>
}
