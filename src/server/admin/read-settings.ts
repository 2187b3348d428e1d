/** The system settings as administrators see them: whether each is filled and from which source, never a secret. */
import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import { isSecretSetting, SettingName, type SettingState, type SystemSettings } from '#shared/settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { StoredSettings } from '#server/platform/stored-settings.ts'
import { recordAction } from './record-action.ts'

export type SettingsServices = {
  db: Db
  log: Log
  storedSettings: StoredSettings
  config: Pick<Config, 'openai' | 'scrapingService' | 'zoho' | 'allowPrivateHosts'>
  appUrl: string
}

export async function readSettings(
  services: SettingsServices,
  { adminId }: { adminId: string },
): Promise<SystemSettings> {
  await recordAction(services, {
    adminId,
    action: 'view_system_settings',
    targetType: 'system_settings',
    targetId: 'api_keys',
  })
  // Not from memory, so that a table that cannot be read is reported.
  await services.storedSettings.refresh()
  return presentSettings(services)
}

export function presentSettings({ storedSettings, config, appUrl }: SettingsServices): SystemSettings {
  const stored = storedSettings.values()
  const unreadable = storedSettings.unreadable()
  const environment: Partial<Record<SettingName, string | undefined>> = {
    openai_api_key: config.openai.apiKey,
    scraping_bee_api_key: config.scrapingService.apiKey,
  }
  const stateOf = (name: SettingName): SettingState => {
    const isUnreadable = unreadable.includes(name)
    const value = stored[name] ?? environment[name]
    if (value === undefined) return { filled: false, shown: '', source: 'none', unreadable: isUnreadable }
    return {
      filled: true,
      shown: isSecretSetting(name) ? masked(value) : value,
      source: stored[name] === undefined ? 'environment' : 'stored',
      unreadable: isUnreadable,
    }
  }
  return {
    // Object.fromEntries loses the type of the keys, which are exactly the names.
    settings: Object.fromEntries(
      SettingName.options.map((name) => [name, stateOf(name)]),
    ) as SystemSettings['settings'],
    defaults: { zoho_redirect_uri: appUrl + ZOHO_CALLBACK_PATH },
  }
}

const HIDDEN = '••••••••'
/** In a shorter secret, four visible characters would give away too much. */
const HINT_MIN_LENGTH = 20

export function masked(secret: string): string {
  return secret.length < HINT_MIN_LENGTH ? HIDDEN : HIDDEN + secret.slice(-4)
}
