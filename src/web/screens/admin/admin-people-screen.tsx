import { Button, Center, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AdminTableSkeleton } from '#web/features/admin/admin-table-skeleton.tsx'
import { PeopleList } from '#web/features/admin/people-list.tsx'
import { t } from '#web/messages/t.ts'
import { peopleQuery } from '#web/queries/admin.ts'
import { useSession } from '#web/queries/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AdminFrame } from './admin-frame.tsx'

/** A pause in typing after which the server is asked. */
const SEARCH_DELAY_MS = 250

export function AdminPeopleScreen() {
  return (
    <AdminFrame tab="admin.people">
      <People />
    </AdminFrame>
  )
}

function People() {
  const { user } = useSession()
  const { q = '' } = useSearch({ from: '/admin/people' })
  const navigate = useNavigate()
  const [words] = useDebouncedValue(q.trim(), SEARCH_DELAY_MS)
  const list = useInfiniteQuery(peopleQuery(words))
  const people = list.data?.pages.flatMap((page) => page.people)
  return (
    <>
      <TextInput
        type="search"
        maw="24rem"
        aria-label={t('admin.searchPeople')}
        placeholder={t('admin.searchByEmail')}
        leftSection={<IconSearch size={16} />}
        value={q}
        maxLength={200}
        onChange={(event) =>
          void navigate({ to: '/admin/people', search: { q: event.currentTarget.value || undefined }, replace: true })
        }
      />
      {list.isError && !people && (
        <ErrorState title={t('admin.peopleLoadFailed')} onRetry={() => void list.refetch()} />
      )}
      {!people && !list.isError && <AdminTableSkeleton label={t('admin.loadingPeople')} />}
      {people?.length === 0 && (
        <EmptyState title={t('admin.noPeopleFound')}>{t('admin.noPeopleMatch', { words })}</EmptyState>
      )}
      {people && people.length > 0 && <PeopleList people={people} currentUserId={user?.id ?? ''} />}
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('admin.showMorePeople')}
          </Button>
        </Center>
      )}
    </>
  )
}
