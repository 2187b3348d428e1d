import { useQuery } from '@tanstack/react-query'
import { RowsSkeleton } from '#web/features/admin/people-list.tsx'
import { RunningCrawls } from '#web/features/admin/running-crawls.tsx'
import { t } from '#web/languages/t.ts'
import { runningCrawlsQuery } from '#web/queries/admin.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function AdminCrawlsScreen() {
  return (
    <AdminFrame tab="Crawls">
      <Running />
    </AdminFrame>
  )
}

function Running() {
  const { data, isError, refetch } = useQuery(runningCrawlsQuery)
  if (isError && !data) return <FailedFace title={t('The crawls could not be loaded.')} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton label={t('Loading the crawls')} />
  if (data.crawls.length === 0) return <EmptyState title={t('Nothing is being crawled')}>{t('Crawls that run appear here.')}</EmptyState>
  return <RunningCrawls {...data} />
}
