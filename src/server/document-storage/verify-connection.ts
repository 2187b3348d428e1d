import type { StorageStatus } from '#shared/document-storage.ts'
import { readStatus } from './read-status.ts'
import { refreshTokens } from './refresh-tokens.ts'
import type { StorageServices } from './storage-services.ts'
import { requireTokens } from './token-store.ts'

/**
 * Checks that the stored tokens are readable and the provider refreshes them. Makes no other request, because the OAuth
 * scope may only allow uploads. Throws 'storage.no-tokens' and the errors of `refreshTokens`.
 */
export async function verifyConnection(services: StorageServices): Promise<StorageStatus> {
  const stored = await requireTokens(services.db, services.secrets)
  await refreshTokens(services, stored)
  return readStatus(services)
}
