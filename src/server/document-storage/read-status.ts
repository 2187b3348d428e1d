import type { StorageStatus } from '#shared/document-storage.ts'
import { currentConfiguration, type StorageServices } from './storage-services.ts'
import { readTokens } from './token-store.ts'

export async function readStatus(services: StorageServices): Promise<StorageStatus> {
  const stored = await readTokens(services.db, services.secrets)
  return {
    configured: currentConfiguration(services).ok,
    connected: stored !== null,
    updated_at: stored?.updatedAt ?? null,
  }
}
