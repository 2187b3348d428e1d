import type { AuthLogEntry } from '#shared/document-storage.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

const eventKeys: Record<string, TextKey | undefined> = {
  authorisation_begun: 'storage.eventStarted',
  callback_refused: 'storage.eventCallbackRejected',
  token_exchange: 'storage.eventCodeExchanged',
  token_refresh: 'storage.eventTokenRenewed',
  token_revoked: 'storage.eventTokenRevoked',
}
/** An event unknown to this version is shown by its stored name. */
export function eventText(event: string): string {
  const key = eventKeys[event]
  return key ? t(key) : event
}

/** The provider may respond 200 with an error in the body. */
export function hasFailed({ error, response_status, response_data }: AuthLogEntry): boolean {
  return error !== null || (response_status ?? 0) >= 400 || Boolean(response_data?.['error'])
}

/** Our error, or the provider's status and error. */
export function outcomeText({ error, response_status, response_data }: AuthLogEntry): string {
  if (error) return error
  const providerError = response_data?.['error']
  if (typeof providerError === 'string') return `${response_status} ${providerError}`
  return response_status === null ? '' : String(response_status)
}
