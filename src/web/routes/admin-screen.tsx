import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChartDays } from '#shared/admin.ts'
import { ActivityCharts } from '#web/features/admin/activity-charts.tsx'
import { HealthPanel } from '#web/features/admin/health-panel.tsx'
import { OverviewCounts } from '#web/features/admin/overview-counts.tsx'
import { t } from '#web/languages/t.ts'
import { activityQuery, healthQuery, overviewQuery } from '#web/queries/admin.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function AdminScreen() {
  return (
    <AdminFrame tab="Overview">
      <Counts />
      <Charts />
      <HealthOfServer />
    </AdminFrame>
  )
}

function Counts() {
  const { data: overview, isError, refetch } = useQuery(overviewQuery)
  if (isError && !overview) return <FailedFace title={t('The counts could not be loaded.')} onRetry={() => void refetch()} />
  return <OverviewCounts overview={overview} />
}

function Charts() {
  const [range, setRange] = useState<ChartDays>('30')
  const { data: days, isError, isPlaceholderData, refetch } = useQuery(activityQuery(range))
  if (isError && !days) return <FailedFace title={t('The charts could not be loaded.')} onRetry={() => void refetch()} />
  return <ActivityCharts days={days} busy={isPlaceholderData} range={range} onRange={setRange} />
}

function HealthOfServer() {
  const { data: health, isError } = useQuery(healthQuery)
  return <HealthPanel health={health} failed={isError} />
}
