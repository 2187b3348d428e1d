import { type ChangeSettings, SettingName, type SystemSettings } from '#shared/settings.ts'
import { AppError } from '#shared/errors.ts'
import { isTrustedApiAddress, isTrustedRedirect } from '#server/workdrive/trusted-addresses.ts'
import { presentSettings, type SettingsServices } from './read-settings.ts'
import { recordAction } from './record-action.ts'

/**
 * Stores the filled settings, removes those that are null and keeps the others; returns the result. The audit log
 * records only their names. Throws 'settings.save-failed', and as `requireTrustedAddresses` does.
 */
export async function saveSettings(
  services: SettingsServices,
  { adminId, changes }: { adminId: string; changes: ChangeSettings },
): Promise<SystemSettings> {
  const { db, storedSettings } = services
  requireTrustedAddresses(services, changes)
  const effective = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== '' && value !== undefined),
  )
  await db
    .transaction((tx) => storedSettings.save(tx, effective))
    .then(() => storedSettings.refresh())
    .catch((error: unknown) => {
      throw new AppError('settings.save-failed', {}, { cause: error })
    })
  await recordChanges(services, { adminId, changes: effective })
  return presentSettings(services)
}

/** Writes the names of changed settings to the audit log. */
export async function recordChanges(
  services: Pick<SettingsServices, 'db' | 'log'>,
  { adminId, changes }: { adminId: string; changes: Record<string, string | null | undefined> },
) {
  await recordAction(services, {
    adminId,
    action: 'update_system_settings',
    targetType: 'system_settings',
    targetId: 'api_keys',
    metadata: namesIn(changes),
  })
}

/** Throws 'settings.storage-address' and 'settings.redirect-address'. */
export function requireTrustedAddresses(
  { config, appUrl }: Pick<SettingsServices, 'config' | 'appUrl'>,
  { zoho_api_domain: domain, zoho_redirect_uri: redirect }: Partial<ChangeSettings>,
) {
  if (domain && !isTrustedApiAddress(domain, config))
    throw new AppError('settings.storage-address', {}, { field: 'zoho_api_domain' })
  if (redirect && !isTrustedRedirect(redirect, config, appUrl))
    throw new AppError('settings.redirect-address', { origin: appUrl }, { field: 'zoho_redirect_uri' })
}

function namesIn(changes: Record<string, string | null | undefined>) {
  const named = SettingName.options.filter((name) => changes[name] !== undefined && changes[name] !== '')
  return {
    filled: named.filter((name) => changes[name] !== null),
    removed: named.filter((name) => changes[name] === null),
  }
}
