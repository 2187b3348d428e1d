import { AppError } from '#shared/errors.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { StoredSettings } from '#server/platform/stored-settings.ts'
import { readConfiguration, type WorkdriveConfiguration } from '#server/workdrive/read-configuration.ts'

export type StorageServices = {
  db: Db
  log: Pick<Log, 'error'>
  secrets: SecretBox
  storedSettings: Pick<StoredSettings, 'values'>
  config: Pick<Config, 'zoho'>
  appUrl: string
  appSecret: string
}

type Configured = Pick<StorageServices, 'storedSettings' | 'config' | 'appUrl'>

export function configurationOf({ storedSettings, config, appUrl }: Configured) {
  return readConfiguration({ stored: storedSettings.values(), zoho: config.zoho, appUrl })
}

/** Throws 'storage.configuration'. */
export function requireConfiguration(services: Configured): WorkdriveConfiguration {
  const configuration = configurationOf(services)
  if (typeof configuration === 'string') throw new AppError('storage.configuration')
  return configuration
}
