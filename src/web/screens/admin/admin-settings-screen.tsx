import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { AiTest } from '#web/features/admin/ai-test.tsx'
import { type SettingName, StorageDraft } from '#shared/settings.ts'
import { type EnteredSettings, SettingsForm, type SettingsTestProps } from '#web/features/admin/settings-form.tsx'
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
  const { storage: storageState } = useSearch({ from: '/admin/settings' })
  if (isError && !settings)
    return <ErrorState title={errorText('settings.load-failed')} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton height={480} role="status" aria-label={t('admin.loadingSettings')} />
  return (
    <>
      {storageState === 'connected' && <Notice>{t('storage.zohoConnected')}</Notice>}
      <ModelSettings hasSavedKey={settings.settings.openai_api_key.source === 'stored'} />
      <SettingsForm settings={settings} tests={{ ai: AiTest, storage: StorageTest }} />
      <AuthLog />
    </>
  )
}

const storageFields = StorageDraft.keyof().options

function StorageTest({ settings, entered, clearFields }: SettingsTestProps) {
  const { refetch } = useQuery(settingsQuery)
  const draft = trimmedEntries(entered, storageFields)
  const hasValue = (name: SettingName) => settings.settings[name].filled || name in draft
  const onStored = () => {
    clearFields(storageFields)
    void refetch()
  }
  const hasClient = hasValue('zoho_client_id') && hasValue('zoho_client_secret')
  return <ConnectionTest hasClient={hasClient} draft={draft} onStored={onStored} />
}

/** The fields of `names` that are not blank. */
function trimmedEntries<Name extends SettingName>(entered: EnteredSettings, names: readonly Name[]) {
  const draft: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = entered[name]?.trim()
    if (value) draft[name] = value
  }
  return draft
}
