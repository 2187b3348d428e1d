import type { StorageStatus } from '#shared/document-storage.ts'
import { configurationOf, type StorageServices } from './storage-services.ts'
import { readTokens } from './token-store.ts'

export async function readStatus(services: StorageServices): Promise<StorageStatus> {
  const stored = await readTokens(services.db, services.secrets)
  return {
    configured: typeof configurationOf(services) !== 'string',
    connected: stored !== null,
    updated_at: stored?.updatedAt ?? null,
  }
}
