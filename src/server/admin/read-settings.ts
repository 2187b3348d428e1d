/** The system settings as an administrator sees them: whether each is filled and from where, never a secret. */
import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import { isSecretSetting, SettingName, type SettingState, type SystemSettings } from '#shared/settings.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { StoredSettings } from '#server/settings/stored-settings.ts'
import { recordAction } from './record-action.ts'

export type SettingsServices = {
  db: Db
  log: Log
  storedSettings: StoredSettings
  config: Pick<Config, 'openai' | 'scrapingService'>
  appUrl: string
}

export async function readSettings(services: SettingsServices, { adminId }: { adminId: string }): Promise<SystemSettings> {
  await recordAction(services, { adminId, action: 'view_system_settings', targetType: 'system_settings', targetId: 'api_keys' })
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
    const value = stored[name] ?? environment[name]
    return {
      filled: value !== undefined,
      shown: value === undefined ? '' : isSecretSetting(name) ? masked(value) : value,
      source: stored[name] !== undefined ? 'stored' : value !== undefined ? 'environment' : 'none',
      unreadable: unreadable.includes(name),
    }
  }
  return {
    // Object.fromEntries forgets the keys; they are exactly the names.
    settings: Object.fromEntries(SettingName.options.map((name) => [name, stateOf(name)])) as SystemSettings['settings'],
    defaults: { zoho_redirect_uri: appUrl + ZOHO_CALLBACK_PATH },
  }
}

const HIDDEN = '••••••••'
/** Below this length four characters would be a good part of the secret. */
const HINTED_FROM_LENGTH = 20

function masked(secret: string): string {
  return secret.length < HINTED_FROM_LENGTH ? HIDDEN : HIDDEN + secret.slice(-4)
}
