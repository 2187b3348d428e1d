/** Custom crawler settings as they stand in the form: text as it is typed, and what the crawl is asked for. */
import { z } from 'zod'
import { Country, CrawlSettings, ReaderName, isCustom } from '#shared/crawl-settings.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'

/** What is kept in the browser: everything but the values of the headers. */
export const KeptDraft = z.object({
  /** Patterns, one a line. */
  include: z.string(),
  exclude: z.string(),
  /** Seconds. */
  delay: z.string(),
  reader: ReaderName,
  country: z.union([Country, z.literal('')]),
  headerNames: z.array(z.string()),
  sitemap: z.boolean(),
  keepQuery: z.boolean(),
})
export type KeptDraft = z.infer<typeof KeptDraft>
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
type Read = { settings: CrawlSettings | undefined; errors: SettingsErrors }

/** The settings that a draft asks for; undefined when it asks for nothing but the plain crawler. */
export function readDraft(draft: SettingsDraft): Read {
  const names = draft.headerNames.map((name) => name.trim())
  const headers = names
    .map((name, row) => ({ name, value: draft.headerValues[row] ?? '' }))
    .filter(({ name, value }) => name !== '' || value !== '')
  const wish = {
    include: lines(draft.include),
    exclude: lines(draft.exclude),
    delayMs: Math.round(Number(draft.delay.replace(',', '.')) * 1000),
    reader: draft.reader,
    country: takesCountry(draft) && draft.country !== '' ? draft.country : null,
    headers,
    sitemap: draft.sitemap,
    keepQuery: draft.keepQuery,
  }
  const errors: SettingsErrors = {}
  const lost = headers.find(({ name, value }) => name !== '' && value === '')
  if (lost) errors.headers = t('Type the value of {name}: it is kept nowhere in this browser.', { name: lost.name })
  const read = CrawlSettings.safeParse(wish)
  for (const { path, message } of read.error?.issues ?? []) {
    const [field, index] = path
    if (field === 'include' || field === 'exclude') errors[field] ??= lineProblem(wish[field], Number(index), message)
    else if (field === 'delayMs') errors.delay = t('Seconds from 0 to 600, such as 10.')
    else if (field === 'headers') errors.headers ??= sentenceWords(message)
  }
  if (!read.success || Object.keys(errors).length > 0) return { settings: undefined, errors }
  return { settings: isCustom(read.data) ? read.data : undefined, errors }
}

/** Whether nothing is said that differs from the plain crawler, whole or not. */
export const isPlain = ({ headerValues, ...kept }: SettingsDraft) =>
  headerValues.every((value) => value === '') && JSON.stringify(kept) === JSON.stringify(plainDraft)

/** Only the scraping service reads from a country. */
export const takesCountry = ({ reader }: Pick<KeptDraft, 'reader'>) => reader === 'auto' || reader === 'scrapingbee'

/** At which field a refusal of the server belongs; null when at none of them. */
export function fieldOfRefusal({ code, message }: { code: string; message: string }): SettingsField | null {
  if (code === 'crawl.reader-missing') return 'reader'
  if (code !== 'request.invalid') return null
  const named = /^settings\.(include|exclude|delayMs|reader|country|headers)\b/.exec(message)?.[1]
  if (named === 'delayMs') return 'delay'
  if (named) return z.enum(['include', 'exclude', 'reader', 'country', 'headers']).parse(named)
  return message.startsWith('The header ') ? 'headers' : null
}

const lines = (text: string) => text.split('\n').map((line) => line.trim()).filter(Boolean)

function lineProblem(patterns: string[], index: number, message: string): string {
  const pattern = patterns[index]
  return pattern ? `${pattern}: ${sentenceWords(message)}` : t('At most 50 patterns.')
}
