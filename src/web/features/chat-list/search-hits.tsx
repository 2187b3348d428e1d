import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import type { ChatHit, SearchIn } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import { searchQuery } from '#web/queries/chats.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import classes from './search-hits.module.css'

const headings = { messages: 'In messages', pages: 'On pages' } as const satisfies Record<SearchIn, Text>
const furtherWords = {
  messages: 'Show more in messages',
  pages: 'Show more on pages',
} as const satisfies Record<SearchIn, Text>

/** What was said, and what stands on pages, with the words that were searched for marked; `words` is not empty. */
export function SearchHits({ words, where }: { words: string; where: SearchIn }) {
  // While somebody types, the field goes first.
  const q = useDeferredValue(words)
  const search = useInfiniteQuery(searchQuery(q, where))
  const hits = search.data?.pages.flatMap((piece) => piece.hits) ?? []
  if (search.data && hits.length === 0) return null
  return (
    <section aria-labelledby={`found-${where}`} aria-busy={search.isFetching} className={classes.group}>
      <h2 id={`found-${where}`} className={classes.heading}>
        {t(headings[where])}
      </h2>
      {search.isError && hits.length === 0 && (
        <FailedFace title={t('The search did not succeed.')} onRetry={() => void search.refetch()} />
      )}
      {search.isPending && <Skeleton height={72} radius={10} role="status" aria-label={t('Searching')} />}
      <ul className={classes.hits}>
        {hits.map((hit) => (
          <Hit key={`${hit.chatId} ${hit.id}`} hit={hit} />
        ))}
      </ul>
      {search.hasNextPage && (
        <Button variant="default" size="sm" loading={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
          {t(furtherWords[where])}
        </Button>
      )}
    </section>
  )
}

function Hit({ hit }: { hit: ChatHit }) {
  return (
    <li className={classes.hit}>
      <Link to="/chats/$id" params={{ id: hit.chatId }} className={classes.chat}>
        {hit.chatTitle}
      </Link>
      {hit.title && <span className={classes.page}>{hit.title}</span>}
      <p className={classes.excerpt}>{marked(hit)}</p>
    </li>
  )
}

function marked({ excerpt, marks }: ChatHit): ReactNode[] {
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
