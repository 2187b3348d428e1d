/** Custom crawler settings as typed into the form; parse-draft.ts parses them. */
import type { Country, ReaderName } from '#shared/crawl/crawl-settings.ts'

/** The part stored in the browser: everything except header values. */
export type StoredDraft = {
  /** One pattern per line. */
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
/** `headerValues` correspond to `headerNames` by index. */
export type SettingsDraft = StoredDraft & { headerValues: string[] }

export const defaultDraft: StoredDraft = {
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

/** Whether every setting, valid or not, has its default. */
export const isDefault = ({ headerValues, ...stored }: SettingsDraft) =>
  headerValues.every((value) => value === '') && JSON.stringify(stored) === JSON.stringify(defaultDraft)

/** Only the scraping service can choose a country. */
export const supportsCountry = ({ reader }: Pick<StoredDraft, 'reader'>) =>
  reader === 'auto' || reader === 'scrapingbee'

/** The form's field for the request field of a failure; null when the failure concerns none of them. */
export function settingsField(path: string | undefined): SettingsField | null {
  const [group, name] = path?.split('.') ?? []
  if (group !== 'settings' || !name) return null
  return name === 'delayMs' ? 'delay' : (fields.find((field) => field === name) ?? null)
}

const fields: readonly SettingsField[] = ['include', 'exclude', 'reader', 'country', 'headers']
