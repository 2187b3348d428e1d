/** Begins to connect: the address at which an administrator consents, with a state that is good once, for this session. */
import { createHash, randomBytes } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { zohoAuthStates } from '#server/db/schema/index.ts'
import { authorisationUrl } from '#server/workdrive/authorisation-url.ts'
import { challengeOf, verifierOf } from './proof-key.ts'
import { recordEvent } from './record-event.ts'
import { requireConfiguration, type StorageServices } from './storage-services.ts'

/** The administrator, and the session in which it was begun. */
export type Who = { adminId: string; sessionId: string }

/** Longer than the popup is waited for. */
const STATE_LASTS = sql`now() + interval '10 minutes'`

/** Throws 'storage.configuration'. */
export async function beginAuthorisation(services: StorageServices, { adminId, sessionId }: Who): Promise<{ url: string }> {
  const configuration = requireConfiguration(services)
  const state = randomBytes(32).toString('base64url')
  await services.db.delete(zohoAuthStates).where(lt(zohoAuthStates.expiresAt, sql`now()`))
  await services.db.insert(zohoAuthStates).values({ stateHash: hashOf(state), adminId, sessionId, expiresAt: STATE_LASTS })
  const requestUrl = authorisationUrl(configuration, { state: '[redacted]', codeChallenge: '[redacted]' })
  await recordEvent(services, { eventType: 'authorisation_begun', requestUrl })
  return { url: authorisationUrl(configuration, { state, codeChallenge: challengeOf(verifierOf(services.appSecret, state)) }) }
}

export const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')
