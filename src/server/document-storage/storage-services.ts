/** What the functions of the document storage need, and its configuration from environment and stored settings. */
import { AppError } from '#shared/errors.ts'
import type { StorageDraft } from '#shared/settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { StoredSettings } from '#server/platform/stored-settings.ts'
import {
  type ConfigurationResult,
  invalidSetting,
  readConfiguration,
  type WorkdriveConfiguration,
} from '#server/workdrive/read-configuration.ts'

export type StorageServices = {
  db: Db
  log: Pick<Log, 'error'>
  secrets: SecretBox
  storedSettings: Pick<StoredSettings, 'values'>
  config: Pick<Config, 'zoho' | 'allowPrivateHosts'>
  appUrl: string
  appSecret: string
}

type SettingsSources = Pick<StorageServices, 'storedSettings' | 'config' | 'appUrl'>

export function currentConfiguration({ storedSettings, config, appUrl }: SettingsSources): ConfigurationResult {
  return readConfiguration({ stored: storedSettings.values(), config, appUrl })
}

/** Throws 'storage.configuration' with the setting at fault as field. */
export function requireConfiguration(services: SettingsSources): WorkdriveConfiguration {
  const current = currentConfiguration(services)
  if (current.ok) return current.configuration
  const { storedSettings, config, appUrl } = services
  const field = invalidSetting({ stored: storedSettings.values(), config, appUrl })
  throw new AppError('storage.configuration', {}, field ? { field } : {})
}

/** The same services, with the entered values of `draft` in place of the stored ones. Stores nothing. */
export function withDraft<Services extends Pick<StorageServices, 'storedSettings'>>(
  services: Services,
  draft: StorageDraft,
): Services {
  const values = { ...services.storedSettings.values(), ...enteredValues(draft) }
  return { ...services, storedSettings: { ...services.storedSettings, values: () => values } }
}

/** The fields of the form that are not empty. An empty field leaves the stored value as it is. */
export function enteredValues(draft: StorageDraft): Partial<Record<keyof StorageDraft, string>> {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value))
}
