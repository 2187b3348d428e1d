import { type ChangeSettings, SettingName, type SystemSettings } from '#shared/settings.ts'
import { AppError } from '#shared/errors.ts'
import { presentSettings, type SettingsServices } from './read-settings.ts'
import { recordAction } from './record-action.ts'

/**
 * Stores the settings that are filled in, forgets those that are null and keeps the others; answers what holds then.
 * The audit log gets the names of the filled ones. Throws 'settings.save-failed'.
 */
export async function saveSettings(
  services: SettingsServices,
  { adminId, changes }: { adminId: string; changes: ChangeSettings },
): Promise<SystemSettings> {
  const { db, storedSettings } = services
  const wished = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== '' && value !== undefined))
  await db
    .transaction((tx) => storedSettings.save(tx, wished))
    .then(() => storedSettings.refresh())
    .catch((error: unknown) => {
      throw new AppError('settings.save-failed', {}, { cause: error })
    })
  await recordAction(services, {
    adminId,
    action: 'update_system_settings',
    targetType: 'system_settings',
    targetId: 'api_keys',
    metadata: namesIn(wished),
  })
  return presentSettings(services)
}

function namesIn(wished: Record<string, string | null>) {
  const named = SettingName.options.filter((name) => name in wished)
  return { filled: named.filter((name) => wished[name] !== null), removed: named.filter((name) => wished[name] === null) }
}
