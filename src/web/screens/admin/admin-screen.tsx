import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChartDays } from '#shared/admin.ts'
import { ActivityCharts } from '#web/features/admin/activity-charts.tsx'
import { HealthPanel } from '#web/features/admin/health-panel.tsx'
import { OverviewCounts } from '#web/features/admin/overview-counts.tsx'
import { t } from '#web/messages/t.ts'
import { activityQuery, healthQuery, overviewQuery } from '#web/queries/admin.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function AdminScreen() {
  return (
    <AdminFrame tab="admin.overview">
      <Counts />
      <Charts />
      <HealthOfServer />
    </AdminFrame>
  )
}

function Counts() {
  const { data: overview, isError, refetch } = useQuery(overviewQuery)
  if (isError && !overview) return <ErrorState title={t('admin.countsLoadFailed')} onRetry={() => void refetch()} />
  return <OverviewCounts overview={overview} />
}

function Charts() {
  const [range, setRange] = useState<ChartDays>('30')
  const { data: days, isError, isPlaceholderData, refetch } = useQuery(activityQuery(range))
  if (isError && !days) return <ErrorState title={t('admin.chartsLoadFailed')} onRetry={() => void refetch()} />
  return <ActivityCharts days={days} busy={isPlaceholderData} range={range} onRangeChange={setRange} />
}

function HealthOfServer() {
  const { data: health, isError } = useQuery(healthQuery)
  return <HealthPanel health={health} failed={isError} />
}
