/**
 * Starts the OAuth flow with PKCE (RFC 7636): the consent address, with a state that is valid once and for one session.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { zohoAuthStates } from '#server/platform/db/schema/index.ts'
import { authorizationUrl } from '#server/workdrive/authorization-url.ts'
import { recordAuthEvent } from './record-auth-event.ts'
import { requireConfiguration, type StorageServices } from './storage-services.ts'

/** The administrator and the session that started the flow. */
export type AdminSession = { adminId: string; sessionId: string }

/** Longer than the popup waits. */
const STATE_EXPIRY = sql`now() + interval '10 minutes'`

/** Throws 'storage.configuration'. */
export async function beginAuthorization(
  services: StorageServices,
  { adminId, sessionId }: AdminSession,
): Promise<{ url: string }> {
  const configuration = requireConfiguration(services)
  const state = randomBytes(32).toString('base64url')
  await services.db.delete(zohoAuthStates).where(lt(zohoAuthStates.expiresAt, sql`now()`))
  await services.db
    .insert(zohoAuthStates)
    .values({ stateHash: hashState(state), adminId, sessionId, expiresAt: STATE_EXPIRY })
  const requestUrl = authorizationUrl(configuration, { state: '[redacted]', codeChallenge: '[redacted]' })
  await recordAuthEvent(services, { eventType: 'authorisation_begun', requestUrl })
  const codeChallenge = createHash('sha256').update(codeVerifierFor(services.appSecret, state)).digest('base64url')
  return { url: authorizationUrl(configuration, { state, codeChallenge }) }
}

export const hashState = (state: string) => createHash('sha256').update(state).digest('hex')

/** Derived from the state with APP_SECRET, so it need not be stored during the flow. */
export const codeVerifierFor = (appSecret: string, state: string) =>
  createHmac('sha256', appSecret).update(`zoho code verifier ${state}`).digest('base64url')
