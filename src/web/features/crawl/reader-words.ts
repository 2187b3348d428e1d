/** What the readers and their countries are called on the screen. */
import { Country } from '#shared/crawl-settings.ts'
import type { ReaderName } from '#shared/crawl-settings.ts'

export const readerNames: Readonly<Record<ReaderName, string>> = {
  auto: 'Automatic',
  http: 'Direct, without scripts',
  browser: 'Browser, with scripts',
  scrapingbee: 'Scraping service',
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** For a choice; none means that the service goes through its own. */
export const shownCountries = [
  { value: '', label: 'Any, in turn' },
  ...Country.options.map((value) => ({ value: String(value), label: names.of(value.toUpperCase()) ?? value })),
]
