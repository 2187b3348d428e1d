import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ChatSort } from '#shared/chat/chats.ts'
import { searchScopes, TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { LayoutToggle } from '#web/features/chat-list/layout-toggle.tsx'
import { ChatCards, ChatCardsSkeleton } from '#web/features/chat-list/chat-cards.tsx'
import type { ChatLayout } from '#web/features/chat-list/chat-cards.tsx'
import { filterByTitle } from '#web/features/chat-list/filter-by-title.ts'
import { NewChatButton } from '#web/features/chat-list/new-chat-button.tsx'
import { MoreChatsButton } from '#web/features/chat-list/more-chats-button.tsx'
import { NoChats } from '#web/features/chat-list/no-chats.tsx'
import { NotebookLinks } from '#web/features/chat-list/notebook-links.tsx'
import { SearchHits, useHasNoHits } from '#web/features/chat-list/search-hits.tsx'
import { isSort, SortSelect } from '#web/features/chat-list/sort-select.tsx'
import { UnsavedCrawls } from '#web/features/crawl/unsaved-crawls.tsx'
import { t } from '#web/messages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { crawlsQuery } from '#web/queries/crawls.ts'
import { notebooksQuery, translateNotebook } from '#web/queries/notebooks.ts'
import { unsavedChatsQuery } from '#web/queries/unsaved.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useFirstInSlices } from '#web/ui/hooks/use-first-in-slices.ts'
import { Screen } from '#web/ui/screen.tsx'
import { useStored } from '#web/ui/hooks/use-stored.ts'
import classes from './chats-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function ChatsScreen() {
  return (
    <Screen title={t('chats.myChats')}>
      <SignedIn>
        <MyChats />
      </SignedIn>
    </Screen>
  )
}

const isLayout = (stored: unknown): stored is ChatLayout => stored === 'grid' || stored === 'list'

function MyChats() {
  const { q = '' } = useSearch({ from: '/chats' })
  const navigate = useNavigate()
  const search = useSearchField(q)
  const [sort, setSort] = useStored<ChatSort>('readback:sort', 'created', isSort)
  const [layout, setLayout] = useStored<ChatLayout>('readback:arrangement', 'grid', isLayout)
  const notebooks = useNotebookTitles()
  const list = useInfiniteQuery(chatListQuery({ title: q.trim(), sort }))
  const chats = useFirstInSlices(list.data)?.pages.flatMap((page) => page.chats)
  // Filters the loaded chats immediately, while the server searches all of them.
  const found = filterByTitle(chats ?? [], q)
  const words = q.trim()
  const isSearching = words !== ''
  const hasNoHits = useHasNoHits(words)
  const isNothingFound =
    isSearching && hasNoHits && !list.isPlaceholderData && chats !== undefined && found.length === 0
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.bar}>
          <Title order={1} fz="2rem" className={classes.title}>
            {t('chats.myChats')}
          </Title>
          <TextInput
            ref={search}
            className={classes.search}
            type="search"
            aria-label={t('chats.search')}
            placeholder={t('chats.search')}
            leftSection={<IconSearch size={16} />}
            // The input has its own state: the address follows with a delay and must not overwrite newer input.
            defaultValue={q}
            maxLength={TITLE_MAX_LENGTH}
            onChange={(event) =>
              void navigate({ to: '/chats', search: { q: event.currentTarget.value || undefined }, replace: true })
            }
          />
          <SortSelect value={sort} onChange={setSort} />
          <LayoutToggle value={layout} onChange={setLayout} />
          <NewChatButton />
        </div>
      </div>
      <NotebookLinks />
      {list.isError && !chats && <ErrorState title={t('chats.loadFailed')} onRetry={() => void list.refetch()} />}
      {!chats && !list.isError && <ChatCardsSkeleton layout={layout} />}
      {chats && (
        <ChatCards
          chats={found}
          layout={layout}
          notebooks={notebooks}
          empty={
            isSearching ? (
              !list.isPlaceholderData && (
                <p className={classes.noTitle}>
                  {t(isNothingFound ? 'chats.nothingFound' : 'chats.noTitleMatch', { words })}
                </p>
              )
            ) : (
              <>
                <NotSavedYet />
                <NoChats />
              </>
            )
          }
        />
      )}
      <MoreChatsButton
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
      {isSearching &&
        !isNothingFound &&
        searchScopes.map((scope) => <SearchHits key={scope} scope={scope} query={words} />)}
    </>
  )
}

/** Without a chat to show, the work that could become one. */
function NotSavedYet() {
  const { data: crawls = [] } = useQuery(crawlsQuery)
  const { data: unsaved = [] } = useQuery(unsavedChatsQuery)
  return <UnsavedCrawls crawls={crawls} unsaved={unsaved} screen="/chats/new" />
}

/** By notebook id, for the cards; none while all chats are in one notebook. */
function useNotebookTitles(): ReadonlyMap<string, string> {
  const { data: notebooks = [] } = useQuery(notebooksQuery)
  const shown = notebooks.length > 1 ? notebooks.map(translateNotebook) : []
  return new Map(shown.map(({ id, title }) => [id, title]))
}

/** Focused when the user came to search; starts with the words from the address. */
function useSearchField(words: string) {
  const input = useRef<HTMLInputElement>(null)
  // A key per visit, not the address, which changes with every keystroke.
  const visitToSearch = useLocation({ select: ({ state }) => state.searching && state.key })
  useEffect(() => {
    if (visitToSearch) input.current?.focus()
  }, [visitToSearch])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = words
  }, [words])
  return input
}
