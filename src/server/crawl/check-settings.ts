/** Checks custom crawler settings against the plan and the readers of this server. */
import { CrawlSettings, isCustom, type ReaderName } from '#shared/crawl/crawl-settings.ts'
import { AppError, type Detail } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { Reader } from '#server/fetching/create-reader.ts'

export type AvailableReaders = Pick<Reader, 'available'>

const hints: Readonly<Record<ReaderName, Detail>> = {
  auto: '',
  http: '',
  browser: { code: 'install-browser' },
  scrapingbee: { code: 'set-scraping-key' },
}

/** Headers of the connection or the message itself, which only the HTTP client may set. */
const RESERVED_HEADERS = new Set(
  'host connection content-length transfer-encoding te trailer upgrade keep-alive expect accept-encoding proxy-authorization'.split(
    ' ',
  ),
)

/**
 * Returns the settings with defaults filled in. Throws AppError 'crawl.needs-plan', 'crawl.header-reserved' and
 * 'crawl.reader-missing'.
 */
export function checkSettings(
  reader: AvailableReaders,
  tier: Tier,
  options: Partial<CrawlSettings> = {},
): CrawlSettings {
  const settings = CrawlSettings.parse(options)
  if (isCustom(settings) && !plans[tier].customSettings) throw new AppError('crawl.needs-plan')
  const reserved = settings.headers.find(({ name }) => RESERVED_HEADERS.has(name.toLowerCase()))
  // Only the name: the value of a header must not appear in a message.
  if (reserved) throw new AppError('crawl.header-reserved', { name: reserved.name }, { field: 'settings.headers' })
  if (!reader.available().includes(settings.reader)) {
    const values = { name: settings.reader, hint: hints[settings.reader] }
    throw new AppError('crawl.reader-missing', values, { field: 'settings.reader' })
  }
  return settings
}
