import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { AiTest } from '#web/features/admin/ai-test.tsx'
import { type SettingName, StorageDraft } from '#shared/settings.ts'
import { SettingsForm, type Typed } from '#web/features/admin/settings-form.tsx'
import { ModelSettings } from '#web/features/models/model-settings.tsx'
import { AuthLog } from '#web/features/storage/auth-log.tsx'
import { ConnectionTest } from '#web/features/storage/connection-test.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { settingsQuery } from '#web/queries/admin.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function AdminSettingsScreen() {
  return (
    <AdminFrame tab="admin.systemSettings">
      <Settings />
    </AdminFrame>
  )
}

function Settings() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery)
  const { storage: cameBack } = useSearch({ from: '/admin/settings' })
  if (isError && !settings)
    return <ErrorState title={errorText('settings.load-failed')} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton height={480} maw="46rem" role="status" aria-label={t('admin.loadingSettings')} />
  const storage = (typed: Typed, forget: (names: readonly SettingName[]) => void) => {
    const draft = Object.fromEntries(
      StorageDraft.keyof().options.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : [])),
    )
    const hasClient = (['zoho_client_id', 'zoho_client_secret'] as const).every(
      (name) => settings.settings[name].filled || name in draft,
    )
    const finish = () => {
      forget(StorageDraft.keyof().options)
      void refetch()
    }
    return <ConnectionTest hasClient={hasClient} draft={draft} onStored={finish} />
  }
  return (
    <>
      {cameBack === 'connected' && <Notice>{t('storage.zohoConnected')}</Notice>}
      <ModelSettings />
      <SettingsForm settings={settings} tests={{ ai: () => <AiTest />, storage }} />
      <AuthLog />
    </>
  )
}
