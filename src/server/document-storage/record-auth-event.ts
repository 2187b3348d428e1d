/** Adds an entry to the authentication log. A failure is only logged, so that it does not block the connection. */
import { lt, sql } from 'drizzle-orm'
import type { AuthEvent } from '#shared/document-storage.ts'
import { zohoAuthLogs } from '#server/platform/db/schema/index.ts'
import type { Exchange } from '#server/workdrive/post-form.ts'
import { redactExchange } from './redact-exchange.ts'
import type { StorageServices } from './storage-services.ts'

const OLDEST_KEPT = sql`now() - interval '90 days'`

type Event = { eventType: AuthEvent; exchange?: Exchange; requestUrl?: string; error?: string }

/** `requestUrl` and `error` must not contain secrets; an exchange is redacted here. */
export async function recordAuthEvent(
  { db, log }: Pick<StorageServices, 'db' | 'log'>,
  { eventType, exchange, ...fields }: Event,
) {
  try {
    const redacted = exchange ? redactExchange(exchange) : {}
    await db.delete(zohoAuthLogs).where(lt(zohoAuthLogs.timestamp, OLDEST_KEPT))
    await db.insert(zohoAuthLogs).values({ eventType, ...redacted, ...fields })
  } catch (error) {
    log.error({ err: error, eventType }, 'could not write the authentication log')
  }
}
