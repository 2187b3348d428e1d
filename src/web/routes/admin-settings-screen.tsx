import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#shared/errors.ts'
import { AiTest } from '#web/features/admin/ai-test.tsx'
import { SettingsForm } from '#web/features/admin/settings-form.tsx'
import { settingsQuery } from '#web/queries/admin.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function AdminSettingsScreen() {
  return (
    <AdminFrame tab="System Settings">
      <Settings />
    </AdminFrame>
  )
}

function Settings() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery)
  if (isError && !settings) return <FailedFace title={errorMessage('settings.load-failed')} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton height={480} maw="46rem" role="status" aria-label="Loading the settings" />
  return <SettingsForm settings={settings} tests={{ ai: <AiTest /> }} />
}
