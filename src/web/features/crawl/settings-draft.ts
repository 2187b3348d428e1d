/** Custom crawler settings as they stand in the form: text as it is typed. What they ask for stands in read-draft.ts. */
import type { Country, ReaderName } from '#shared/crawl-settings.ts'

/** What is kept in the browser: everything but the values of the headers. */
export type KeptDraft = {
  /** Patterns, one a line. */
  include: string
  exclude: string
  /** Seconds. */
  delay: string
  reader: ReaderName
  country: Country | ''
  headerNames: string[]
  sitemap: boolean
  keepQuery: boolean
}
/** `headerValues` stand beside `headerNames`, row by row. */
export type SettingsDraft = KeptDraft & { headerValues: string[] }

export const plainDraft: KeptDraft = {
  include: '',
  exclude: '',
  delay: '',
  reader: 'auto',
  country: '',
  headerNames: [],
  sitemap: false,
  keepQuery: false,
}

export type SettingsField = 'include' | 'exclude' | 'delay' | 'reader' | 'country' | 'headers'
export type SettingsErrors = Partial<Record<SettingsField, string>>

/** Whether nothing is said that differs from the plain crawler, whole or not. */
export const isPlain = ({ headerValues, ...kept }: SettingsDraft) =>
  headerValues.every((value) => value === '') && JSON.stringify(kept) === JSON.stringify(plainDraft)

/** Only the scraping service reads from a country. */
export const takesCountry = ({ reader }: Pick<KeptDraft, 'reader'>) => reader === 'auto' || reader === 'scrapingbee'

/** At which field a refusal of the server belongs; null when at none of them. */
export function fieldOfRefusal({ code, message }: { code: string; message: string }): SettingsField | null {
  if (code === 'crawl.reader-missing') return 'reader'
  if (code !== 'request.invalid') return null
  const named = /^settings\.(\w+)\b/.exec(message)?.[1] ?? ''
  return fields.get(named) ?? (message.startsWith('The header ') ? 'headers' : null)
}

/** By the names that the server has for them. */
const fields: ReadonlyMap<string, SettingsField> = new Map([
  ['include', 'include'],
  ['exclude', 'exclude'],
  ['delayMs', 'delay'],
  ['reader', 'reader'],
  ['country', 'country'],
  ['headers', 'headers'],
])
