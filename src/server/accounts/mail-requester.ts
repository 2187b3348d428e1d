/**
 * Who requests a mail to an address: a known browser, an account, or else a network. `language` is that of the screen
 * that asks.
 */
import { mailLanguages } from '#server/mail/messages.ts'
import { networkOf } from '#server/platform/rate-limit.ts'
import { requestLanguage } from '#server/platform/request-language.ts'
import { CLIENT_IP_HEADER } from './auth-limits.ts'
import { findKnownBrowser } from './passwords/known-browser.ts'

export type MailRequester = { id: string; isKnown: boolean; language: string }

type Context = Parameters<typeof findKnownBrowser>[0] & { headers?: Headers | undefined }

export function mailRequester(ctx: Context, appSecret: string, email: string): MailRequester {
  const language = requestLanguage(ctx.headers, mailLanguages)
  const browser = findKnownBrowser(ctx, appSecret, email)
  if (browser) return { id: `browser ${browser}`, isKnown: true, language }
  return { id: networkOf(ctx.headers?.get(CLIENT_IP_HEADER) ?? ''), isKnown: false, language }
}
