/** Writes down what was said to the provider's sign-in. A failure is only logged: it keeps nobody from connecting. */
import { lt, sql } from 'drizzle-orm'
import type { AuthEvent } from '#shared/document-storage.ts'
import { zohoAuthLogs } from '#server/db/schema/index.ts'
import type { Exchange } from '#server/workdrive/ask.ts'
import { redactExchange } from './redact-exchange.ts'
import type { StorageServices } from './storage-services.ts'

const KEPT = sql`now() - interval '90 days'`

type Event = { eventType: AuthEvent; exchange?: Exchange; requestUrl?: string; error?: string }

/** `requestUrl` and `error` hold no secret; an exchange is redacted here. */
export async function recordEvent({ db, log }: Pick<StorageServices, 'db' | 'log'>, { eventType, exchange, ...plain }: Event) {
  try {
    const written = exchange ? redactExchange(exchange) : {}
    await db.delete(zohoAuthLogs).where(lt(zohoAuthLogs.timestamp, KEPT))
    await db.insert(zohoAuthLogs).values({ eventType, ...written, ...plain })
  } catch (error) {
    log.error({ err: error, eventType }, 'The authentication log could not be written')
  }
}
