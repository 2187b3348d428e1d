import { Button, Skeleton, Text } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conflicts as FoundConflicts, Statement } from '#shared/chat/conflicts.ts'
import { plans } from '#shared/plans.ts'
import { failureText } from '#web/api/request.ts'
import { StoredPage } from '#web/features/page-viewer/stored-page.tsx'
import { rich, t } from '#web/messages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { conflictSearchKey, conflictsQuery, useDismissConflict, useSearchConflicts } from '#web/queries/notebooks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ConflictCard, ConflictSides } from './conflict-card.tsx'
import classes from './conflicts.module.css'

/** The conflicts of a notebook, with the search for them. */
export function Conflicts({ notebookId }: { notebookId: string }) {
  const { data, isError, refetch } = useQuery(conflictsQuery(notebookId))
  const search = useSearchConflicts(notebookId)
  const isSearching = useIsMutating({ mutationKey: conflictSearchKey(notebookId) }) > 0
  return (
    <div className={classes.conflicts}>
      {isError && !data && (
        <Notice tone="danger" action={<TryAgain onClick={() => void refetch()} />}>
          {t('conflicts.loadFailed')}
        </Notice>
      )}
      <Text className={classes.intro}>{t('conflicts.intro')}</Text>
      <div className={classes.line}>
        <Button loading={isSearching} onClick={() => search.mutate()}>
          {data?.searched_at ? t('conflicts.searchAgain') : t('conflicts.search')}
        </Button>
        <Text size="sm" c="dimmed" role="status" className={classes.status}>
          {isSearching && t('conflicts.searching')}
          {!isSearching && data?.searched_at && (
            <>
              {rich('conflicts.lastSearch', {
                n: data.pages_compared,
                time: <RelativeTime key="time" iso={data.searched_at} />,
              })}
            </>
          )}
        </Text>
      </div>
      {search.error && <Notice tone="danger">{failureText(search.error, 'server.unexpected')}</Notice>}
      {!data && !isError && <Skeleton height={160} role="status" aria-label={t('conflicts.loading')} />}
      {data && <LeftOut {...data} />}
      {data && !data.searched_at && <Example />}
      {data?.searched_at && <Found notebookId={notebookId} found={data} />}
    </div>
  )
}

function LeftOut({ pages_left_out: n }: FoundConflicts) {
  const { data: credits } = useQuery(creditsQuery)
  if (n === 0 || !credits) return null
  return <Notice tone="warning">{t('conflicts.leftOut', { n, most: plans[credits.tier].maxPagesCompared })}</Notice>
}

function Found({ notebookId, found }: { notebookId: string; found: FoundConflicts }) {
  const dismissing = useDismissConflict(notebookId)
  const [opened, setOpened] = useState<Statement | null>(null)
  const open = found.conflicts.filter(({ dismissed }) => !dismissed)
  const dismissed = found.conflicts.filter((conflict) => conflict.dismissed)
  const bySubject = (conflicts: FoundConflicts['conflicts']) =>
    [...Map.groupBy(conflicts, ({ subject }) => subject.toLowerCase())].map(([key, group]) => (
      <section key={key} className={classes.group}>
        <h3 className={classes.subject}>{group[0]?.subject}</h3>
        <ul className={classes.list}>
          {group.map((conflict) => (
            <ConflictCard
              key={conflict.id}
              conflict={conflict}
              isBusy={dismissing.isPending && dismissing.variables.id === conflict.id}
              onDismiss={(isDismissed) => dismissing.mutate({ id: conflict.id, dismissed: isDismissed })}
              onOpen={setOpened}
            />
          ))}
        </ul>
      </section>
    ))
  if (found.pages_compared === 0) {
    return (
      <EmptyState compact title={t('conflicts.noPages')}>
        {t('conflicts.noPagesHint')}
      </EmptyState>
    )
  }
  return (
    <>
      {dismissing.error && <Notice tone="danger">{failureText(dismissing.error, 'server.unexpected')}</Notice>}
      {open.length === 0 && (
        <EmptyState compact title={t('conflicts.none')}>
          {t('conflicts.noneHint')}
        </EmptyState>
      )}
      {open.length > 0 && (
        <section aria-labelledby="conflicts-found">
          <h2 id="conflicts-found" className={classes.heading}>
            {t('conflicts.found', { n: open.length })}
          </h2>
          {bySubject(open)}
        </section>
      )}
      {dismissed.length > 0 && (
        <details className={classes.dismissed}>
          <summary>{t('conflicts.dismissed', { n: dismissed.length })}</summary>
          {bySubject(dismissed)}
        </details>
      )}
      {opened && <StoredPage page={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Before the first search: what a conflict looks like. */
function Example() {
  const mark = (words: React.ReactNode[]) => <mark key="value">{words}</mark>
  return (
    <section className={classes.example}>
      <Text c="dimmed">{t('conflicts.example')}</Text>
      <div className={classes.conflict}>
        <ConflictSides
          property="amount"
          sides={[
            { source: t('conflicts.examplePageOne'), sentence: rich('conflicts.exampleOne', { mark }) },
            { source: t('conflicts.examplePageOther'), sentence: rich('conflicts.exampleOther', { mark }) },
          ]}
        />
      </div>
    </section>
  )
}
