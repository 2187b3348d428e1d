import { revokeToken } from '#server/workdrive/ask-tokens.ts'
import { recordEvent } from './record-event.ts'
import { configurationOf, type StorageServices } from './storage-services.ts'
import { forgetTokens, readTokens } from './token-store.ts'

/** Forgets the tokens and asks the provider to forget them too; ours are gone whether or not it answers. */
export async function disconnect(services: StorageServices & { storage: { refresh(): Promise<void> } }) {
  const stored = await readTokens(services.db, services.secrets)
  await forgetTokens(services.db)
  await services.storage.refresh()
  const configuration = configurationOf(services)
  const refreshToken = stored?.tokens.refresh_token
  if (typeof configuration === 'string' || !refreshToken) return
  const exchange = await revokeToken(configuration, refreshToken)
  await recordEvent(services, { eventType: 'token_revoked', exchange })
}
