/** The code that the provider sent back becomes tokens: here, once, for whoever began it. */
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FinishAuthorisation, StorageStatus } from '#shared/document-storage.ts'
import { AppError } from '#shared/errors.ts'
import { zohoAuthStates } from '#server/db/schema/index.ts'
import { askTokens } from '#server/workdrive/ask-tokens.ts'
import { hashOf, type Who } from './begin-authorisation.ts'
import { verifierOf } from './proof-key.ts'
import { readStatus } from './read-status.ts'
import { recordEvent } from './record-event.ts'
import { requireConfiguration, type StorageServices } from './storage-services.ts'
import { storeTokens } from './token-store.ts'

/** Throws 'storage.state', 'storage.configuration', 'storage.no-access-token' and 'storage.callback-failed'. */
export async function finishAuthorisation(
  services: StorageServices & { storage: { refresh(): Promise<void> } },
  { code, state, ...who }: Who & FinishAuthorisation,
): Promise<StorageStatus> {
  await takeState(services, who, state)
  const codeVerifier = verifierOf(services.appSecret, state)
  const { tokens, answered, exchange } = await askTokens(requireConfiguration(services), { code, codeVerifier })
  await recordEvent(services, { eventType: 'token_exchange', exchange })
  if (!tokens) throw new AppError(answered ? 'storage.no-access-token' : 'storage.callback-failed')
  await storeTokens(services.db, services.secrets, tokens)
  await services.storage.refresh()
  return readStatus(services)
}

/** Gone with the first use, whatever comes of it. */
async function takeState(services: StorageServices, { adminId, sessionId }: Who, state: string) {
  const [taken] = await services.db
    .delete(zohoAuthStates)
    .where(
      and(
        eq(zohoAuthStates.stateHash, hashOf(state)),
        eq(zohoAuthStates.adminId, adminId),
        eq(zohoAuthStates.sessionId, sessionId),
        gt(zohoAuthStates.expiresAt, sql`now()`),
      ),
    )
    .returning({ stateHash: zohoAuthStates.stateHash })
  if (taken) return
  const refusal = new AppError('storage.state')
  await recordEvent(services, { eventType: 'callback_refused', error: refusal.message })
  throw refusal
}
