import { revokeToken } from '#server/workdrive/request-tokens.ts'
import { recordAuthEvent } from './record-auth-event.ts'
import { currentConfiguration, type StorageServices } from './storage-services.ts'
import { deleteTokens, readTokens } from './token-store.ts'

/** Deletes the tokens, then revokes them at the provider; a failure to revoke is only recorded. */
export async function disconnect(services: StorageServices & { storage: { refresh(): Promise<void> } }) {
  const stored = await readTokens(services.db, services.secrets)
  await deleteTokens(services.db)
  await services.storage.refresh()
  const current = currentConfiguration(services)
  const refreshToken = stored?.tokens.refresh_token
  if (!current.ok || !refreshToken) return
  const exchange = await revokeToken(current.configuration, refreshToken)
  await recordAuthEvent(services, { eventType: 'token_revoked', exchange })
}
