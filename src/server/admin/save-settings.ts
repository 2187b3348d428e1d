import { type ChangeSettings, SettingName, type SystemSettings } from '#shared/settings.ts'
import { AppError } from '#shared/errors.ts'
import { presentSettings, type SettingsServices } from './read-settings.ts'
import { recordAction } from './record-action.ts'

/**
 * Stores the filled settings, removes those that are null and keeps the others; returns the result. The audit log
 * records only their names. Throws 'settings.save-failed'.
 */
export async function saveSettings(
  services: SettingsServices,
  { adminId, changes }: { adminId: string; changes: ChangeSettings },
): Promise<SystemSettings> {
  const { db, storedSettings } = services
  const effective = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== '' && value !== undefined),
  )
  await db
    .transaction((tx) => storedSettings.save(tx, effective))
    .then(() => storedSettings.refresh())
    .catch((error: unknown) => {
      throw new AppError('settings.save-failed', {}, { cause: error })
    })
  await recordAction(services, {
    adminId,
    action: 'update_system_settings',
    targetType: 'system_settings',
    targetId: 'api_keys',
    metadata: namesIn(effective),
  })
  return presentSettings(services)
}

function namesIn(changes: Record<string, string | null>) {
  const named = SettingName.options.filter((name) => name in changes)
  return {
    filled: named.filter((name) => changes[name] !== null),
    removed: named.filter((name) => changes[name] === null),
  }
}
