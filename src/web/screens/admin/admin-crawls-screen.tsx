import { useQuery } from '@tanstack/react-query'
import { AdminTableSkeleton } from '#web/features/admin/admin-table-skeleton.tsx'
import { RunningCrawls } from '#web/features/admin/running-crawls.tsx'
import { t } from '#web/messages/t.ts'
import { runningCrawlsQuery } from '#web/queries/admin.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function AdminCrawlsScreen() {
  return (
    <AdminFrame tab="admin.crawls">
      <Running />
    </AdminFrame>
  )
}

function Running() {
  const { data, isFetched, refetch } = useQuery(runningCrawlsQuery)
  // Each poll without data resets `isError` while it runs.
  if (isFetched && !data) return <ErrorState title={t('admin.crawlsLoadFailed')} onRetry={() => void refetch()} />
  if (!data) return <AdminTableSkeleton label={t('admin.loadingCrawls')} />
  if (data.crawls.length === 0)
    return <EmptyState title={t('admin.noRunningCrawls')}>{t('admin.noRunningCrawlsHint')}</EmptyState>
  return <RunningCrawls {...data} />
}
