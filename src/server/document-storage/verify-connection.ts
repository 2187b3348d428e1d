import type { StorageStatus } from '#shared/document-storage.ts'
import { AppError } from '#shared/errors.ts'
import { readStatus } from './read-status.ts'
import { refreshTokens } from './refresh-tokens.ts'
import type { StorageServices } from './storage-services.ts'
import { readTokens } from './token-store.ts'

/**
 * Whether the connection works: the stored tokens can be read, and the provider renews them. No more is asked of it,
 * since the scope need not allow more than uploads. Throws 'storage.no-tokens' and as `refreshTokens` does.
 */
export async function verifyConnection(services: StorageServices): Promise<StorageStatus> {
  const stored = await readTokens(services.db, services.secrets)
  if (!stored) throw new AppError('storage.no-tokens')
  await refreshTokens(services, stored)
  return readStatus(services)
}
