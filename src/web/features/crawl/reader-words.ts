/** What the readers and their countries are called on the screen. */
import { Country } from '#shared/crawl-settings.ts'
import type { ReaderName } from '#shared/crawl-settings.ts'
import { currentLocale } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

export const readerNames = {
  auto: 'Automatic',
  http: 'Direct, without scripts',
  browser: 'Browser, with scripts',
  scrapingbee: 'Scraping service',
} as const satisfies Record<ReaderName, Text>

/** For a choice; none means that the service goes through its own. */
export function shownCountries() {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  return [
    { value: '', label: t('Any, in turn') },
    ...Country.options.map((value) => ({ value: String(value), label: names.of(value.toUpperCase()) ?? value })),
  ]
}
