import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import type { ChatHit, SearchIn } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { searchQuery } from '#web/queries/chats.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './search-hits.module.css'

const headingKeys = { messages: 'chats.inMessages', pages: 'chats.onPages' } as const satisfies Record<
  SearchIn,
  TextKey
>
const moreKeys = {
  messages: 'chats.moreInMessages',
  pages: 'chats.moreOnPages',
} as const satisfies Record<SearchIn, TextKey>

const noneKeys = {
  messages: 'chats.noneInMessages',
  pages: 'chats.noneOnPages',
} as const satisfies Record<SearchIn, TextKey>

/** True once neither messages nor pages contain the words. */
export function useHasNoHits(query: string): boolean {
  const q = useDeferredValue(query)
  const enabled = q !== ''
  const messages = useInfiniteQuery({ ...searchQuery(q, 'messages'), enabled })
  const pages = useInfiniteQuery({ ...searchQuery(q, 'pages'), enabled })
  return [messages, pages].every(
    ({ data }) => data?.pages.every(({ hits, indexing }) => hits.length === 0 && !indexing) === true,
  )
}

/** Search results in messages or pages, with the matches highlighted. `query` must not be empty. */
export function SearchHits({ query, scope }: { query: string; scope: SearchIn }) {
  // Deferred so that results never delay typing.
  const q = useDeferredValue(query)
  const search = useInfiniteQuery(searchQuery(q, scope))
  // Grouped within a piece, so that the next one does not change those above it.
  const chats = search.data?.pages.flatMap(({ hits }) => [...Map.groupBy(hits, ({ chatId }) => chatId).values()]) ?? []
  const isIndexing = search.data?.pages.at(-1)?.indexing === true
  if (search.data && chats.length === 0 && !isIndexing) return <p className={classes.none}>{t(noneKeys[scope])}</p>
  return (
    <section aria-labelledby={`found-${scope}`} aria-busy={search.isFetching} className={classes.group}>
      <h2 id={`found-${scope}`} className={classes.heading}>
        {t(headingKeys[scope])}
      </h2>
      {search.isError && chats.length === 0 && (
        <ErrorState title={t('chats.searchFailed')} onRetry={() => void search.refetch()} />
      )}
      {search.isPending && <Skeleton height={72} radius={10} role="status" aria-label={t('chats.searching')} />}
      <ul className={classes.hits}>
        {chats.map((hits) => (
          // A page may belong to several chats.
          <ChatHits key={`${hits[0]?.chatId} ${hits[0]?.id}`} hits={hits} />
        ))}
      </ul>
      {isIndexing && (
        <p role="status" className={classes.indexing}>
          {t('chats.indexing')}
        </p>
      )}
      {search.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          loading={search.isFetchingNextPage}
          onClick={() => void search.fetchNextPage()}
        >
          {t(moreKeys[scope])}
        </Button>
      )}
    </section>
  )
}

/** What was found in one chat. */
function ChatHits({ hits }: { hits: readonly ChatHit[] }) {
  const [first] = hits
  if (!first) return null
  return (
    <li className={classes.chatHits}>
      <Link to="/chats/$id" params={{ id: first.chatId }} className={classes.chat}>
        {first.chatTitle}
      </Link>
      {hits.map((hit) => (
        <p key={hit.id} className={classes.excerpt}>
          {hit.title && <span className={classes.page}>{hit.title}</span>}
          {highlighted(hit)}
        </p>
      ))}
    </li>
  )
}

function highlighted({ excerpt, marks }: ChatHit): ReactNode[] {
  let end = 0
  const parts = marks.map(([from, to]) => {
    const before = excerpt.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <mark className={classes.mark}>{excerpt.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return [...parts, excerpt.slice(end)]
}
