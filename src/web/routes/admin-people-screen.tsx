import { Button, Center, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PeopleList, RowsSkeleton } from '#web/features/admin/people-list.tsx'
import { t } from '#web/languages/t.ts'
import { peopleQuery } from '#web/queries/admin.ts'
import { useSession } from '#web/queries/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { AdminFrame } from './admin-frame.tsx'

/** After so long without a keystroke the server is asked. */
const TYPING_MS = 250

export function AdminPeopleScreen() {
  return (
    <AdminFrame tab="People">
      <People />
    </AdminFrame>
  )
}

function People() {
  const { user } = useSession()
  const { q = '' } = useSearch({ from: '/admin/people' })
  const navigate = useNavigate()
  const [wanted] = useDebouncedValue(q.trim(), TYPING_MS)
  const list = useInfiniteQuery(peopleQuery(wanted))
  const people = list.data?.pages.flatMap((piece) => piece.people)
  return (
    <>
      <TextInput
        type="search"
        maw="24rem"
        aria-label={t('Search people by email')}
        placeholder={t('Search by email')}
        leftSection={<IconSearch size={16} />}
        value={q}
        maxLength={200}
        onChange={(event) =>
          void navigate({ to: '/admin/people', search: { q: event.currentTarget.value || undefined }, replace: true })
        }
      />
      {list.isError && !people && <FailedFace title={t('The people could not be loaded.')} onRetry={() => void list.refetch()} />}
      {!people && !list.isError && <RowsSkeleton label={t('Loading the people')} />}
      {people?.length === 0 && <EmptyState title={t('Nobody found')}>{t('No address holds “{words}”.', { words: wanted })}</EmptyState>}
      {people && people.length > 0 && <PeopleList people={people} self={user?.id ?? ''} />}
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show more people')}
          </Button>
        </Center>
      )}
    </>
  )
}
