import { AppError } from '#shared/errors.ts'
import type { StorageDraft } from '#shared/settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { StoredSettings } from '#server/platform/stored-settings.ts'
import { invalidSetting, readConfiguration, type WorkdriveConfiguration } from '#server/workdrive/read-configuration.ts'

export type StorageServices = {
  db: Db
  log: Pick<Log, 'error'>
  secrets: SecretBox
  storedSettings: Pick<StoredSettings, 'values'>
  config: Pick<Config, 'zoho' | 'allowPrivateHosts'>
  appUrl: string
  appSecret: string
}

type Configured = Pick<StorageServices, 'storedSettings' | 'config' | 'appUrl'>

export function configurationOf({ storedSettings, config, appUrl }: Configured) {
  return readConfiguration({ stored: storedSettings.values(), config, appUrl })
}

/** The services with typed settings in place of the stored ones; empty fields keep theirs. */
export function withDraft<Services extends Pick<StorageServices, 'storedSettings'>>(
  services: Services,
  draft: StorageDraft,
): Services {
  const values = { ...services.storedSettings.values(), ...filledIn(draft) }
  return { ...services, storedSettings: { ...services.storedSettings, values: () => values } }
}

/** The fields of a draft that have a value. */
export function filledIn(draft: StorageDraft): Partial<Record<keyof StorageDraft, string>> {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value))
}

/** Throws 'storage.configuration' with the setting at fault as field. */
export function requireConfiguration(services: Configured): WorkdriveConfiguration {
  const configuration = configurationOf(services)
  if (typeof configuration !== 'string') return configuration
  const { storedSettings, config, appUrl } = services
  const field = invalidSetting({ stored: storedSettings.values(), config, appUrl })
  throw new AppError('storage.configuration', {}, field ? { field } : {})
}
