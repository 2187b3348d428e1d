import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OverviewCounts } from '#web/features/admin/overview-counts.tsx'
import { overviewQuery } from '#web/queries/admin.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { AdministratorsOnly } from './administrators-only.tsx'

export function AdminScreen() {
  return (
    <AdministratorsOnly>
      <Screen title="Admin Dashboard">
        <Title order={1} fz="2rem">
          Admin Dashboard
        </Title>
        <Overview />
      </Screen>
    </AdministratorsOnly>
  )
}

function Overview() {
  const { data: overview, isError, refetch } = useQuery(overviewQuery)
  if (isError && !overview) return <FailedFace title="The counts could not be loaded." onRetry={() => void refetch()} />
  return <OverviewCounts overview={overview} />
}
