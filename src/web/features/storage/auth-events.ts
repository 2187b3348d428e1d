import type { AuthLogEntry } from '#shared/document-storage.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

/** An event that this version does not know keeps its own name. */
const eventTexts: Record<string, Text | undefined> = {
  authorisation_begun: 'Authorisation begun',
  callback_refused: 'Callback refused',
  token_exchange: 'Code exchanged for tokens',
  token_refresh: 'Access token renewed',
  token_revoked: 'Token revoked',
}
export function eventWords(event: string): string {
  const text = eventTexts[event]
  return text ? t(text) : event
}

/** The provider answers 200 with an error in it. */
export function hasFailed({ error, response_status, response_data }: AuthLogEntry): boolean {
  return error !== null || (response_status ?? 0) >= 400 || Boolean(response_data?.['error'])
}

/** In a word: the provider's error, its status, or ours. */
export function outcomeOf({ error, response_status, response_data }: AuthLogEntry): string {
  if (error) return error
  const theirs = response_data?.['error']
  if (typeof theirs === 'string') return `${response_status} ${theirs}`
  return response_status === null ? '' : String(response_status)
}
