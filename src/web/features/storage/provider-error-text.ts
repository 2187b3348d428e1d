import { errorText } from '#web/messages/error-text.ts'

/** Error text for a callback without a code. The query is untrusted, so only a plain error code is included. */
export function providerErrorText(error: string | undefined): string {
  const text = errorText('storage.callback-failed')
  return error && /^[a-z_]{1,40}$/.test(error) ? `${text}: ${error.replaceAll('_', ' ')}` : text
}
