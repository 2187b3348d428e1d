/** Whether a person may have the custom crawler settings asked for, and this server can read that way. */
import { CrawlSettings, isCustom, type ReaderName } from '#shared/crawl-settings.ts'
import { AppError } from '#shared/errors.ts'
import { plans, type Tier } from '#shared/plans.ts'
import type { SiteReader } from '#server/reader/create-reader.ts'
import { INSTALL_BROWSER } from '#server/reader/find-browser.ts'

export type ReaderChoice = Pick<SiteReader, 'available'>

const hints: Readonly<Record<ReaderName, string>> = {
  auto: '',
  http: '',
  browser: INSTALL_BROWSER,
  scrapingbee: 'Its operator can set SCRAPINGBEE_API_KEY.',
}

/** They describe the connection or the message itself and are the reader's own. */
const OWN_HEADERS = new Set(
  'host connection content-length transfer-encoding te trailer upgrade keep-alive expect accept-encoding proxy-authorization'.split(' '),
)

/**
 * The settings in force, defaults filled in. Throws AppError 'crawl.needs-plan', 'crawl.reader-missing', and
 * 'request.invalid' for a header that no request may be given.
 */
export function checkSettings(reader: ReaderChoice, tier: Tier, wish: Partial<CrawlSettings> = {}): CrawlSettings {
  const settings = CrawlSettings.parse(wish)
  if (isCustom(settings) && !plans[tier].customSettings) throw new AppError('crawl.needs-plan')
  const own = settings.headers.find(({ name }) => OWN_HEADERS.has(name.toLowerCase()))
  // The name alone: what a header holds appears in no message.
  if (own) throw new AppError('request.invalid', { reason: `The header ${own.name} is set by the reader itself.` })
  if (!reader.available().includes(settings.reader)) {
    throw new AppError('crawl.reader-missing', { name: settings.reader, hint: hints[settings.reader] })
  }
  return settings
}
