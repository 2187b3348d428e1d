import { AppError } from '#shared/errors.ts'
import type { WorkdriveConfiguration } from '#server/workdrive/read-configuration.ts'
import { refreshTokens, runsOutSoon } from './refresh-tokens.ts'
import { configurationOf, type StorageServices } from './storage-services.ts'
import { readTokens } from './token-store.ts'

/** The status 401 says that the token is good no more, whatever its time says. */
type Answered = { ok: true } | { ok: false; status: number | null }

/**
 * Uses the connection: with a token that lasts five more minutes, and once more with a new one after a 401. Throws
 * 'storage.not-initialized', 'storage.configuration', 'storage.no-tokens' and as `refreshTokens` does.
 */
export async function withAccessToken<T extends Answered>(
  services: StorageServices,
  use: (configuration: WorkdriveConfiguration, accessToken: string) => Promise<T>,
): Promise<T> {
  const configuration = configurationOf(services)
  if (configuration === 'missing') throw new AppError('storage.not-initialized')
  if (configuration === 'invalid') throw new AppError('storage.configuration')
  const stored = await readTokens(services.db, services.secrets)
  if (!stored) throw new AppError('storage.no-tokens')
  const fresh = runsOutSoon(stored.tokens) ? await refreshTokens(services, stored) : stored
  const first = await use(configuration, fresh.tokens.access_token)
  if (first.ok || first.status !== 401) return first
  const renewed = await refreshTokens(services, fresh)
  return use(configuration, renewed.tokens.access_token)
}
