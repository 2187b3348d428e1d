import { and, eq, gt, sql } from 'drizzle-orm'
import type { FinishAuthorization, StorageStatus } from '#shared/document-storage.ts'
import { AppError } from '#shared/errors.ts'
import { zohoAuthStates } from '#server/platform/db/schema/index.ts'
import type { StoredSettings } from '#server/platform/stored-settings.ts'
import { requestTokens } from '#server/workdrive/request-tokens.ts'
import { type AdminSession, codeVerifierFor, hashState } from './begin-authorization.ts'
import { readStatus } from './read-status.ts'
import { recordAuthEvent } from './record-auth-event.ts'
import { enteredValues, requireConfiguration, type StorageServices, withDraft } from './storage-services.ts'
import { storeTokens } from './token-store.ts'

/**
 * Exchanges the provider's code for tokens and stores them, with the typed `settings` that obtained them. Throws
 * 'storage.state', 'storage.configuration', 'storage.no-access-token' and 'storage.callback-failed'.
 */
export async function finishAuthorization(
  services: Services,
  { code, state, settings = {}, ...session }: AdminSession & FinishAuthorization,
): Promise<StorageStatus> {
  await consumeState(services, session, state)
  const codeVerifier = codeVerifierFor(services.appSecret, state)
  const configuration = requireConfiguration(withDraft(services, settings))
  const { tokens, responded, exchange } = await requestTokens(configuration, { code, codeVerifier })
  await recordAuthEvent(services, { eventType: 'token_exchange', exchange })
  if (!tokens) throw new AppError(responded ? 'storage.no-access-token' : 'storage.callback-failed')
  await services.db.transaction(async (tx) => {
    await services.storedSettings.save(tx, enteredValues(settings))
    await storeTokens(tx, services.secrets, tokens)
  })
  await services.storedSettings.refresh()
  await services.storage.refresh()
  return readStatus(services)
}

type Services = StorageServices & {
  storedSettings: Pick<StoredSettings, 'save' | 'refresh'>
  storage: { refresh(): Promise<void> }
}

/** A state is deleted on its first use, whether or not the exchange then succeeds. */
async function consumeState(services: StorageServices, { adminId, sessionId }: AdminSession, state: string) {
  const [consumed] = await services.db
    .delete(zohoAuthStates)
    .where(
      and(
        eq(zohoAuthStates.stateHash, hashState(state)),
        eq(zohoAuthStates.adminId, adminId),
        eq(zohoAuthStates.sessionId, sessionId),
        gt(zohoAuthStates.expiresAt, sql`now()`),
      ),
    )
    .returning({ stateHash: zohoAuthStates.stateHash })
  if (consumed) return
  const refusal = new AppError('storage.state')
  await recordAuthEvent(services, { eventType: 'callback_refused', error: refusal.message })
  throw refusal
}
