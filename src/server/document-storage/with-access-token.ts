import { AppError } from '#shared/errors.ts'
import type { WorkdriveConfiguration } from '#server/workdrive/read-configuration.ts'
import { refreshTokens, expiresSoon } from './refresh-tokens.ts'
import { currentConfiguration, type StorageServices } from './storage-services.ts'
import { requireTokens } from './token-store.ts'

/** Status 401 means that the token is invalid although it has not expired; null means that no response arrived. */
type CallResult = { ok: true } | { ok: false; status: number | null }

/**
 * Calls `use` with a token that is valid for at least five minutes, and once more with a new token after a 401. Throws
 * 'storage.not-initialized', 'storage.configuration', 'storage.no-tokens' and the errors of `refreshTokens`.
 */
export async function withAccessToken<Result extends CallResult>(
  services: StorageServices,
  use: (configuration: WorkdriveConfiguration, accessToken: string) => Promise<Result>,
): Promise<Result> {
  const current = currentConfiguration(services)
  if (!current.ok) {
    throw new AppError(current.reason === 'missing' ? 'storage.not-initialized' : 'storage.configuration')
  }
  const { configuration } = current
  const stored = await requireTokens(services.db, services.secrets)
  const fresh = expiresSoon(stored.tokens) ? await refreshTokens(services, stored) : stored
  const first = await use(configuration, fresh.tokens.access_token)
  const isTokenInvalid = !first.ok && first.status === 401
  if (!isTokenInvalid) return first
  const renewed = await refreshTokens(services, fresh)
  return use(configuration, renewed.tokens.access_token)
}
